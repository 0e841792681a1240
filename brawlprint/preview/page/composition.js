// What a deck is made of: bars that also filter.

import { byId, draw, make, plural } from "./dom.js";

export function showComposition(decks, facets, toggle) {
  const focused = document.activeElement?.dataset?.bar;
  byId("composition").replaceChildren(...decks.map((deck) => oneDeck(deck, facets, toggle, decks.length > 1)));
  if (focused) document.querySelector(`[data-bar="${CSS.escape(focused)}"]`)?.focus();
}

function oneDeck(deck, facets, toggle, several) {
  const total = `${plural(deck.total, "card")} of ${plural(deck.titles, "title")}`;
  const benched = deck.benched ? `, ${deck.benched} benched` : "";
  return make("div", { class: "deck" },
    several ? make("h3", {}, deck.deck) : null,
    make("p", { class: "total" }, total + benched),
    deck.mapping ? make("p", { class: "total" }, deck.mapping) : null,
    ...deck.columns.map((column) => chart(deck.deck, column, facets, toggle)),
    deck.odds.kinds ? odds(deck.odds) : null);
}

// What an opening hand holds: the chance of a card of each kind, and how many on average.
function odds({ hand, kinds }) {
  const rows = kinds.map((each) => make("tr", {},
    make("th", { scope: "row" }, each.label),
    make("td", {}, `${(100 * each.atLeastOne).toFixed(1)} %`),
    make("td", {}, each.average.toFixed(2))));
  return make("div", { class: "chart" },
    make("h3", {}, "Opening hand"),
    make("table", { class: "odds" },
      make("caption", {}, `${plural(hand, "card")} dealt`),
      make("thead", {}, make("tr", {},
        make("th", { scope: "col" }, "kind"),
        make("th", { scope: "col" }, "1 or more"),
        make("th", { scope: "col" }, "average"))),
      make("tbody", {}, ...rows)));
}

function chart(deck, column, facets, toggle) {
  const most = Math.max(...column.bars.map((bar) => bar.count));
  const name = `${deck}.${column.name}`;
  const chosen = facets.get(name) ?? new Set();
  const title = column.name.replaceAll("_", " ");
  const long = column.bars.length > 12;
  const list = make("ul", { class: "bars", "aria-label": `Cards by ${title}` },
    ...column.bars.map((bar) => make("li", {}, barButton(name, bar, most, chosen, toggle))));
  if (!long) return make("div", { class: "chart" }, make("h3", {}, title), list);
  const open = byId(`chart-${name}`)?.open || chosen.size > 0;
  return make("details", { class: "chart", id: `chart-${name}`, open },
    make("summary", {}, make("h3", {}, title), make("span", {}, ` ${column.bars.length} words`)), list);
}

function barButton(name, bar, most, chosen, toggle) {
  const share = (100 * bar.count) / most;
  return make("button",
    { type: "button", class: "bar-row", "data-bar": `${name}=${bar.value}`,
      "aria-pressed": chosen.has(bar.value) ? "true" : "false",
      onclick: () => toggle(name, bar.value) },
    make("span", { class: "label" }, bar.label),
    draw("svg", { class: "bar-line", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      draw("rect", { class: "rail", x: 0, y: 0, width: 100, height: 8 }),
      draw("rect", { class: "value", x: 0, y: 0, width: share.toFixed(1), height: 8 })),
    make("span", { class: "number" }, String(bar.count)),
    make("span", { class: "unseen" }, bar.count === 1 ? " card" : " cards"));
}
