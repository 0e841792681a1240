// Small words for making elements. Text is always text: nothing of a game's files becomes markup.

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null) node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== ""));
  return node;
}

export function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

export function plural(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

// A finding as an item of a list: its level in words and by a mark, place, message, remedy. One that
// is about several cards has them in a list that opens, each with its title and what shows it.
const MARKS = { error: "✗", warning: "!", info: "·" };
const LEVELS = { error: "Error", warning: "Warning", info: "Note" };

export function findingItem(finding, open = null, cards = []) {
  const place = finding.place || "";
  const where = !place
    ? null
    : open
      ? make("button", { type: "button", class: "place", onclick: open }, place)
      : make("span", { class: "place" }, place);
  return make(
    "li",
    { class: `finding ${finding.level}` },
    make("span", { class: "mark", "aria-hidden": "true" }, MARKS[finding.level]),
    make(
      "div",
      {},
      make("span", { class: "unseen" }, `${LEVELS[finding.level]}: `),
      where,
      make("p", { class: "message" }, finding.message),
      finding.remedy ? make("p", { class: "remedy" }, finding.remedy) : null,
      cards.length ? cardList(cards) : null,
    ),
  );
}

function cardList(cards) {
  const items = cards.map(({ title, show }) =>
    make("li", {}, make("button", { type: "button", class: "place", onclick: show }, title)));
  return make("details", {}, make("summary", {}, plural(cards.length, "card")), make("ul", {}, ...items));
}
