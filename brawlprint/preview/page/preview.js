// The light table: lays out the faces, filters them, and redraws what a save changed.

import { byId, findingItem, make, plural } from "./dom.js";
import { showComposition } from "./composition.js";
import { Detail } from "./detail.js";
import { parse } from "./search.js";

const GLOW = 2600; // milliseconds that a redrawn card is marked
const MANY = 500; // cards that come or go at once

let state = null;
let view = new URLSearchParams(location.search).get("view");
const items = new Map(); // place -> its list item
const wanted = { text: "", facets: new Map(), findings: false };
let search = parse("", [], {}, []);
const detail = new Detail({ neighbours: () => shownPlaces(), closed: (place) => focusCard(place) });

// ---- asking the server ----

let asking = null; // the last question; answers to earlier ones are passed over
let isLost = false;

let saved = false; // whether a save is still to be told of

async function refresh() {
  const asked = (asking = Symbol("state"));
  try {
    const answer = await fetch(view ? `/state.json?view=${view}` : "/state.json");
    if (answer.status === 404 && view) {
      view = null;
      return refresh();
    }
    const told = await answer.json();
    isLost = false;
    if (asked === asking) take(told);
  } catch {
    lost();
  }
}

function take(told) {
  if (told.unexpected) {
    showErrors([{ level: "error", message: told.unexpected, place: "",
      remedy: "this is brawlprint's own fault; the terminal says more" }], 1);
    return;
  }
  const before = state;
  state = told;
  view = told.view;
  document.title = `${state.game.title} · preview`;
  byId("title").textContent = state.game.title;
  byId("tagline").textContent = state.game.tagline;
  showViews();
  showErrors(state.errors, state.errors_in_all, state.broken);
  const changed = showSections(before);
  showFindings();
  showComposition(state.composition, wanted.facets, toggleFacet);
  filter();
  if (detail.open) detail.update(tileAt(detail.place), sectionOf(detail.place));
  tell(changed);
}

function listen() {
  const events = new EventSource("/events");
  events.addEventListener("hello", (message) => {
    const { revision } = JSON.parse(message.data);
    if (isLost || (state && revision !== state.revision)) refresh();
  });
  events.addEventListener("redraw", () => {
    saved = state !== null;
    refresh();
  });
  events.addEventListener("checked", refresh);
  events.addEventListener("error", lost);
  addEventListener("pagehide", () => events.close());
}

function lost() {
  isLost = true;
  say("The preview has ended. Start it again in the terminal.", "lost");
}

function say(words, mood = "") {
  const status = byId("status");
  status.className = mood;
  if (status.textContent !== words) status.textContent = words;
}

function tell(changed) {
  const faces = state.sections.reduce((sum, section) => sum + section.tiles.length, 0);
  const summary = plural(faces, "face");
  const names = changed.slice(0, 3).map((tile) => tile.title).join(", ");
  const more = changed.length > 3 ? ` and ${changed.length - 3} more` : "";
  if (state.errors.length) {
    say(faces ? `${summary}, as far as they can be drawn` : "Nothing to show yet", "broken");
  } else if (changed.length) {
    say(`Redrawn at ${time()}: ${names}${more}`, "fresh");
  } else if (saved) {
    say(`Read again at ${time()}: every face is as it was`, "fresh");
  } else if (byId("status").className !== "fresh") {
    say(`${summary}, redrawn as you save`);
  }
  saved = false;
}

const time = () => new Date().toLocaleTimeString([], { hour12: false });

// ---- errors and findings ----

function showErrors(errors, inAll, broken = false) {
  const box = byId("errors");
  const list = byId("error-list");
  const told = JSON.stringify(errors);
  if (box.dataset.told === told) return; // or a screen reader would say it all again
  box.dataset.told = told;
  box.hidden = !errors.length;
  const places = placesByRow();
  list.replaceChildren(...errors.map((each) => findingItem(each, null, cardsOf(each, places))));
  if (!errors.length) return;
  byId("errors-title").textContent = `${plural(inAll, "error")} in the files`;
  const shown = broken ? "The cards are shown as they last were." :
    "What can't be drawn anew is shown as it last was, and marked.";
  byId("errors-note").textContent = `${shown} Mend the file and save it, and this goes.`;
  const more = inAll - counted(errors);
  if (more > 0) list.append(make("li", {}, `… and ${more} more`));
  // A list that scrolls has to be reached by keys.
  if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
  else list.removeAttribute("tabindex");
}

const counted = (findings) => findings.reduce((sum, each) => sum + Math.max(1, each.rows?.length ?? 0), 0);

// Where the card of each row is shown: "file\nrow" -> its place.
function placesByRow() {
  const places = new Map();
  for (const section of state?.sections ?? [])
    for (const tile of section.tiles) places.set(`${section.file}\n${tile.row}`, tile.place);
  return places;
}

const showCard = (place) => () => detail.show(tileAt(place), sectionOf(place));

// The cards that one line is about, in the order of their rows.
function cardsOf(finding, places) {
  return (finding.rows ?? []).map((row) => places.get(`${finding.where.file}\n${row}`))
    .filter(Boolean).map((place) => ({ title: tileAt(place).title, show: showCard(place) }));
}

function showFindings() {
  const places = placesByRow();
  const list = state.findings.map((finding) => {
    if (finding.rows.length) return findingItem(finding, null, cardsOf(finding, places));
    const place = places.get(`${finding.where.file}\n${finding.where.row}`);
    return findingItem(finding, place ? showCard(place) : null);
  });
  const more = state.findings_in_all - counted(state.findings);
  if (more > 0) list.push(make("li", {}, `… and ${more} more`));
  if (!list.length)
    list.push(state.broken ? make("li", {}, "The deck is checked once it can be read.")
      : make("li", { class: "good" }, "✓ Nothing to say against the deck."));
  const box = byId("findings");
  const told = list.map((item) => item.textContent).join("\n");
  if (box.dataset.told !== told) box.replaceChildren(...list); // else what is open stays open
  box.dataset.told = told;
  const serious = counted(state.findings.filter((each) => each.level !== "info"));
  byId("jump").textContent = serious ? plural(serious, "finding") : "Findings";
}

// ---- the cards ----

function showSections(before) {
  const changed = [];
  const old = new Map();
  for (const section of before?.sections ?? [])
    for (const tile of section.tiles) old.set(tile.place, tile);
  const holder = byId("sections");
  const kept = new Set();
  const blocks = state.sections.map((section) => {
    const block = byId(`section-${section.name}`) ?? makeSection(section);
    block.style.setProperty("--ratio", section.height / section.width);
    block.style.setProperty("--corner", `${(300 / section.width).toFixed(2)}% / ${(300 / section.height).toFixed(2)}%`);
    block.querySelector("h2").textContent = section.title;
    const list = block.querySelector("ul");
    const tiles = section.tiles.map((tile) => {
      kept.add(tile.place);
      const item = items.get(tile.place) ?? makeItem(tile);
      const was = old.get(tile.place);
      fillItem(item, tile, section);
      if (before && before.view === state.view && (!was || was.picture !== tile.picture)) {
        changed.push(tile);
        glow(item);
      }
      return item;
    });
    arrange(list, tiles);
    return block;
  });
  for (const [place, item] of items)
    if (!kept.has(place)) {
      item.remove();
      items.delete(place);
    }
  arrange(holder, blocks);
  return changed;
}

// Puts children in order, touching only those that stand elsewhere: focus and scrolling stay.
function arrange(parent, children) {
  const there = new Set(children);
  for (const child of [...parent.children]) if (!there.has(child)) child.remove();
  children.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
}

function makeSection(section) {
  const heading = make("h2", { id: `heading-${section.name}` });
  const count = make("span", { class: "count" });
  const list = make("ul", { class: "cards", "aria-labelledby": heading.id });
  return make("section", { id: `section-${section.name}`, class: "component" },
    make("div", { class: "heading" }, heading, count), list);
}

function makeItem(tile) {
  const image = make("img", { alt: "", loading: "lazy", decoding: "async", draggable: "false" });
  const button = make("button",
    { type: "button", class: "card", tabindex: "-1", "data-place": tile.place },
    make("span", { class: "paper" }, image, make("span", { class: "blank", "aria-hidden": "true" })),
    make("span", { class: "caption" }));
  button.addEventListener("click", () => detail.show(tileAt(tile.place), sectionOf(tile.place)));
  button.addEventListener("focus", () => rove(button));
  const item = make("li", {}, button);
  items.set(tile.place, item);
  return item;
}

function fillItem(item, tile, section) {
  const told = JSON.stringify([tile, section.width, section.height]);
  if (item.told === told) return;
  item.told = told;
  const [paper, caption] = item.firstChild.children;
  const [image, blank] = paper.children;
  image.width = 375;
  image.height = Math.round((375 * section.height) / section.width);
  if (tile.picture && image.getAttribute("src") !== tile.picture) image.src = tile.picture;
  paper.classList.toggle("stale", tile.stale);
  paper.classList.toggle("empty", !tile.picture);
  blank.textContent = tile.stale ? (tile.picture ? "as it last was" : "can't be drawn yet") : "";
  const worst = ["error", "warning"].find((level) => tile.findings.some((each) => each.level === level));
  const number = tile.row ? make("span", { class: "no" }, `${tile.no}`) : "";
  const count = tile.count > 1 ? make("span", { class: "times" }, `× ${tile.count}`) : "";
  const note = tile.note && tile.row ? make("span", { class: "note" }, tile.note) : "";
  const serious = tile.findings.filter((each) => each.level !== "info").length;
  const mark = worst
    ? make("span", { class: `badge ${worst}` },
        make("span", { "aria-hidden": "true" }, `${worst === "error" ? "✗" : "!"} ${serious}`),
        make("span", { class: "unseen" }, `, ${plural(serious, worst)}`))
    : "";
  const stale = tile.stale ? make("span", { class: "unseen" }, ", as it last was") : "";
  const title = make("span", { class: "title" }, tile.row ? tile.title : "Back");
  const parts = [mark, number, title, note, count, stale].filter(Boolean);
  caption.replaceChildren(...parts.flatMap((part) => [part, " "]));
}

function glow(item) {
  item.classList.remove("redrawn");
  void item.offsetWidth; // or a second save within the glow would not be seen
  item.classList.add("redrawn");
  setTimeout(() => item.classList.remove("redrawn"), GLOW);
}

function sectionOf(place) {
  return state.sections.find((section) => section.tiles.some((tile) => tile.place === place));
}

function tileAt(place) {
  return sectionOf(place)?.tiles.find((tile) => tile.place === place) ?? null;
}

const shownPlaces = () =>
  state.sections.flatMap((section) =>
    section.tiles.filter((tile) => !items.get(tile.place).hidden)
      .map((tile) => ({ tile, section })));

// ---- search and filter ----

function fits(tile) {
  if (!search.holds(tile)) return false;
  if (wanted.findings && !tile.findings.some((each) => each.level !== "info")) return false;
  return [...wanted.facets].every(([name, values]) =>
    !values.size || (tile.facets[name] ?? []).some((value) => values.has(value)));
}

// Thousands of items that come or go one by one take a browser a minute; out of the layout, no time.
function unlaid(list, really, work) {
  if (!really) return work();
  const focus = list.contains(document.activeElement) ? document.activeElement : null;
  const scrolled = scrollY;
  list.hidden = true;
  void list.offsetHeight;
  work();
  list.hidden = false;
  scrollTo(scrollX, scrolled);
  focus?.focus({ preventScroll: true });
}

function filter() {
  search = parse(wanted.text, state.columns, state.letters,
    state.sections.flatMap((section) => section.tiles));
  let shown = 0;
  let all = 0;
  for (const section of state.sections) {
    const fitting = section.tiles.map(fits);
    const here = fitting.filter(Boolean).length;
    const block = byId(`section-${section.name}`);
    const turned = section.tiles.map((tile, place) => [items.get(tile.place), !fitting[place]])
      .filter(([item, hidden]) => item.hidden !== hidden);
    unlaid(block.querySelector("ul"), turned.length > MANY, () => {
      for (const [item, hidden] of turned) item.hidden = hidden;
    });
    block.hidden = !here;
    const total = section.tiles.length;
    block.querySelector(".count").textContent =
      here === total ? plural(total, "face") : `${here} of ${plural(total, "face")}`;
    shown += here;
    all += total;
  }
  showFilters(shown, all);
  if (!document.querySelector('.card[tabindex="0"]')?.closest("li:not([hidden])")) {
    const first = document.querySelector("li:not([hidden]) > .card");
    if (first) rove(first);
  }
}

function showFilters(shown, all) {
  const box = byId("filters");
  const chips = [];
  const chip = (words, undo) =>
    make("button", { type: "button", class: "chip", onclick: () => { undo(); filter(); charts(); } },
      make("span", {}, words), make("span", { "aria-hidden": "true" }, " ×"),
      make("span", { class: "unseen" }, ", take this filter off"));
  if (wanted.text) chips.push(chip(`“${wanted.text}”`, clearSearch));
  for (const [name, values] of wanted.facets)
    for (const value of values)
      chips.push(chip(`${name.split(".")[1]}: ${labelOf(name, value)}`, () => values.delete(value)));
  if (wanted.findings) chips.push(chip("with findings", () => (wanted.findings = false)));
  const any = state.sections.some((section) =>
    section.tiles.some((tile) => tile.findings.some((each) => each.level !== "info")));
  if (any && !wanted.findings)
    chips.push(make("button", { type: "button", class: "chip offer",
      onclick: () => { wanted.findings = true; filter(); } }, "Only cards with findings"));
  if (shown < all) chips.unshift(make("span", { class: "found", role: "status" }, `${shown} of ${plural(all, "face")}${unknown()}`));
  const focused = box.contains(document.activeElement);
  box.hidden = !chips.length;
  box.replaceChildren(...chips);
  if (focused) (box.querySelector("button") ?? byId("search")).focus();
}

// What to say of a search for a column that there is not.
function unknown() {
  const [name] = search.unknown;
  return name ? `; there is no column “${name}” (columns are: ${state.columns.join(", ")})` : "";
}

function labelOf(name, value) {
  const [deck, column] = name.split(".");
  const bars = state.composition.find((each) => each.deck === deck)?.columns;
  const bar = bars?.find((each) => each.name === column)?.bars.find((each) => each.value === value);
  return bar ? bar.label : value;
}

function clearSearch() {
  byId("search").value = "";
  wanted.text = "";
}

function toggleFacet(name, value) {
  const values = wanted.facets.get(name) ?? new Set();
  if (!values.delete(value)) values.add(value);
  wanted.facets.set(name, values);
  filter();
  charts();
}

const charts = () => showComposition(state.composition, wanted.facets, toggleFacet);

byId("search").addEventListener("input", (event) => {
  wanted.text = event.target.value.trim();
  if (state) filter();
});
byId("search-form").addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelector("li:not([hidden]) > .card")?.focus();
});

// ---- views and size ----

function showViews() {
  const holder = byId("views");
  if (holder.children.length !== state.views.length)
    holder.replaceChildren(...state.views.map((each) => {
      const radio = make("input", { type: "radio", name: "view", value: each.id, id: `view-${each.id}` });
      radio.addEventListener("change", () => {
        view = each.id;
        const address = new URL(location.href);
        address.searchParams.set("view", view);
        history.replaceState(null, "", address);
        refresh();
      });
      return make("span", {}, radio, make("label", { for: radio.id }, each.label));
    }));
  byId(`view-${state.view}`).checked = true;
}

function resize() {
  document.documentElement.style.setProperty("--card", `${byId("size").value}px`);
}
byId("size").addEventListener("input", resize);
if (innerWidth < 600) byId("size").value = "140";
resize();

// ---- keys ----

function rove(button) {
  for (const each of document.querySelectorAll('.card[tabindex="0"]')) each.tabIndex = -1;
  button.tabIndex = 0;
}

function focusCard(place) {
  const button = items.get(place)?.firstChild;
  if (button && !button.parentNode.hidden) button.focus();
}

// The card of the next row above (step −1) or below (1) that lies nearest. Items are measured, not
// what is in them, which a browser lays out only where it is seen.
function beyond(cards, place, step) {
  const boxOf = (card) => card.parentNode.getBoundingClientRect();
  const here = boxOf(cards[place]);
  let row = null;
  let best = null;
  for (let at = place + step; cards[at]; at += step) {
    const box = boxOf(cards[at]);
    if (Math.abs(box.top - here.top) < 4) continue;
    row ??= box.top;
    if (Math.abs(box.top - row) >= 4) break;
    const away = Math.abs(box.left - here.left);
    if (!best || away < best.away) best = { card: cards[at], away };
  }
  return best?.card;
}

byId("sections").addEventListener("keydown", (event) => {
  const card = event.target.closest(".card");
  if (!card || event.ctrlKey || event.altKey || event.metaKey) return;
  const cards = [...document.querySelectorAll(".component:not([hidden]) li:not([hidden]) > .card")];
  const place = cards.indexOf(card);
  const moves = {
    ArrowLeft: () => cards[place - 1],
    ArrowRight: () => cards[place + 1],
    ArrowUp: () => beyond(cards, place, -1),
    ArrowDown: () => beyond(cards, place, 1),
    Home: () => cards[0],
    End: () => cards.at(-1),
  };
  if (!(event.key in moves)) return;
  event.preventDefault();
  moves[event.key]()?.focus();
});

document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input[type=search]");
  if (event.key === "/" && !typing && !detail.open) {
    event.preventDefault();
    byId("search").focus();
  } else if (event.key === "Escape" && typing) {
    clearSearch();
    filter();
  }
});

refresh();
listen();
