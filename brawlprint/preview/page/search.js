// What the search finds: words anywhere on a card, and the terms that --pick of a build takes.
//
// Words parted by spaces must all hold. A word may be several, parted by commas, of which one is
// enough: 12,92-103,kind=weapon. What holds a space stands in quotes: title="bar stool".

const NUMBERS = /^(\d+)[-–](\d+)$/;
const NUMBER = /^\d+$/;

// A search as a test of a tile. `columns` are those of the game, `letters` the letters of those that
// hold letters, `tiles` all there are; `unknown` has the names before a "=" that are no column's.
export function parse(text, columns, letters, tiles) {
  const words = (text.match(/(?:[^\s"]+|"[^"]*"?)+/g) ?? []).map((word) => terms(word));
  const unknown = words.flat().map(([column, equals]) => (equals ? column : ""))
    .filter((column) => column && !columns.includes(column));
  const tests = words.filter((each) => each.length)
    .map((each) => each.map((term) => testOf(term, each.length > 1 && tiles, columns, letters)));
  return { unknown, holds: (tile) => tests.every((any) => any.some((test) => test(tile))) };
}

// The terms of a word: what stands before and after "=", quotes taken off.
function terms(word) {
  return (word.match(/(?:[^,"]+|"[^"]*"?)+/g) ?? []).map((term) => {
    const plain = term.replaceAll('"', "");
    const place = term.startsWith('"') ? -1 : plain.indexOf("=");
    return place < 0 ? [plain, ""] : [plain.slice(0, place).trim(), "=", plain.slice(place + 1).trim()];
  }).filter(([name, equals]) => name || equals);
}

// In a list (of which the tiles are given) a word that is a card's id or title means just that card.
function testOf([name, equals, value], listed, columns, letters) {
  if (equals && columns.includes(name) && !value) return () => true; // it is still being written
  if (equals && columns.includes(name))
    return letters[name] ? hasLetters(name, value, letters[name]) : hasCell(name, value);
  const range = NUMBERS.exec(name) ?? (listed && NUMBER.test(name) ? [name, name, name] : null);
  if (!equals && range) return (tile) => tile.row && +range[1] <= tile.no && tile.no <= +range[2];
  const word = (equals ? `${name}=${value}` : name).toLowerCase();
  const isNamed = (tile) => tile.row && (tile.id === word || tile.title.toLowerCase() === word);
  if (listed && listed.some(isNamed)) return isNamed;
  return (tile) => textOf(tile).includes(word);
}

function hasCell(column, value) {
  const wanted = value.toLowerCase();
  return (tile) => cellsOf(tile, column).some((cell) => cell.toLowerCase() === wanted);
}

// All of the letters; a small one may stand for a capital where there is no other.
function hasLetters(column, value, known) {
  const wanted = [...value].map((each) => known.includes(each) ? each
    : known.find((letter) => letter.toLowerCase() === each.toLowerCase()) ?? each);
  return (tile) => wanted.length > 0 && wanted.every((each) => cellsOf(tile, column).includes(each));
}

function cellsOf(tile, column) {
  if (!tile.row) return [];
  return tile.cells[column] ?? (column in tile ? [String(tile[column])] : []);
}

// Put together once for each tile, as long as it is the same.
const texts = new WeakMap();

function textOf(tile) {
  if (!texts.has(tile))
    texts.set(tile, [tile.no, tile.id, tile.title, tile.note, tile.text,
      ...tile.facts.map((fact) => fact.value)].join(" ").toLowerCase());
  return texts.get(tile);
}
