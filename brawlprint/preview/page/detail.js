// One card, large: with its trim and safe zone, its columns and what was found of it.

import { byId, draw, findingItem, make } from "./dom.js";

export class Detail {
  constructor({ neighbours, closed }) {
    this.neighbours = neighbours;
    this.place = null;
    this.dialog = byId("detail");
    this.dialog.addEventListener("close", () => {
      const place = this.place;
      this.place = null;
      closed(place);
    });
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close(); // the dark around it
    });
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    byId("close").addEventListener("click", () => this.dialog.close());
    byId("previous").addEventListener("click", () => this.step(-1));
    byId("next").addEventListener("click", () => this.step(1));
    for (const id of ["show-trim", "show-safe"])
      byId(id).addEventListener("change", () => this.lines());
  }

  get open() {
    return this.dialog.open;
  }

  show(tile, section) {
    if (!tile) return;
    this.update(tile, section);
    if (!this.dialog.open) this.dialog.showModal();
    byId("detail-title").focus({ preventScroll: true });
    this.dialog.scrollTop = 0;
  }

  // A redraw may have taken the card away.
  update(tile, section) {
    if (!tile) {
      this.dialog.close();
      return;
    }
    this.place = tile.place;
    byId("detail-title").textContent = tile.row ? tile.title : `Back of ${section.title.toLowerCase()}`;
    const notes = [tile.row ? tile.note : "", tile.count > 1 ? `× ${tile.count}` : "",
      tile.stale ? "shown as it last was" : ""];
    byId("detail-note").textContent = notes.filter(Boolean).join(" · ");
    byId("detail-findings").replaceChildren(...tile.findings.map((each) => findingItem(each)));
    byId("detail-text").textContent = tile.text;
    byId("detail-facts").replaceChildren(...tile.facts.flatMap((fact) =>
      [make("dt", {}, fact.name.replaceAll("_", " ")), make("dd", {}, fact.value)]));
    byId("detail-place").textContent = tile.row ? `${section.file}, row ${tile.row}` : "";
    byId("measures").textContent =
      `Trim ${section.width} × ${section.height} mm, bleed ${section.bleed} mm, safe zone ${section.safe} mm inside.`;
    this.draw(tile, section);
    const all = this.neighbours();
    const at = all.findIndex((each) => each.tile.place === tile.place);
    byId("position").textContent = at < 0 ? "" : `${at + 1} of ${all.length}`;
    byId("previous").disabled = at <= 0;
    byId("next").disabled = at < 0 || at >= all.length - 1;
  }

  draw(tile, section) {
    const { width, height, bleed, safe } = section;
    const figure = byId("figure");
    const drawn = JSON.stringify([tile.whole, width, height, bleed, safe]);
    figure.style.setProperty("--wide", width + 2 * bleed);
    figure.style.setProperty("--high", height + 2 * bleed);
    figure.style.setProperty("--bleed", bleed);
    if (figure.dataset.drawn === drawn) return;
    figure.dataset.drawn = drawn;
    if (!tile.whole) {
      figure.replaceChildren(make("p", { class: "none" }, "This card can't be drawn yet."));
      return;
    }
    const image = make("img", { src: tile.whole, alt: `${tile.title}: the card as it prints` });
    const box = (class_, inset) => draw("rect", { class: class_, x: inset, y: inset,
      width: width - 2 * inset, height: height - 2 * inset });
    const corners = draw("path", { class: "outside",
      d: `M${-bleed} ${-bleed}H${width + bleed}V${height + bleed}H${-bleed}Z M0 0V${height}H${width}V0Z` });
    figure.replaceChildren(image, draw("svg",
      { viewBox: `${-bleed} ${-bleed} ${width + 2 * bleed} ${height + 2 * bleed}`, "aria-hidden": "true" },
      draw("g", { class: "of-trim" }, corners, box("under", 0), box("trim", 0)),
      draw("g", { class: "of-safe" }, box("under", safe), box("safe", safe))));
    this.lines();
  }

  lines() {
    const figure = byId("figure");
    figure.classList.toggle("with-trim", byId("show-trim").checked);
    figure.classList.toggle("with-safe", byId("show-safe").checked);
  }

  step(by) {
    const all = this.neighbours();
    const at = all.findIndex((each) => each.tile.place === this.place);
    const to = all[at + by];
    if (at >= 0 && to) this.update(to.tile, to.section);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const steps = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
    if (event.key in steps && !event.target.matches("input")) {
      event.preventDefault();
      this.step(steps[event.key]);
    } else if (event.key === "t" || event.key === "s") {
      byId(event.key === "t" ? "show-trim" : "show-safe").click();
    }
  }
}
