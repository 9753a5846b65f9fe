// Places in the owner's files, and what is remarked about them.

/** The most remarks that one compilation makes; more of them help nobody. */
const MOST = 100;

/** A text that is read: its name, and its characters. */
export class Source {
  constructor(filename, text) {
    this.filename = filename;
    this.text = text;
  }
}

/** Where a piece begins: its source, and the offset there. */
export const placeOf = (source, offset) => ({ source, offset });

/** A fault as the program around this reads it: line from 1, column from 0. */
export function fault(type, message, place) {
  if (!place) return { type, message };
  const before = place.source.text.slice(0, place.offset);
  const start = before.lastIndexOf('\n') + 1;
  return {
    type,
    message,
    filename: place.source.filename,
    line: before.split('\n').length,
    column: place.offset - start,
  };
}

/** What was left out of the style sheets, each place once: a mixin that is called often fails often. */
export class Remarks {
  constructor() {
    this.list = [];
    this.seen = new Set();
  }
  add(type, message, place) {
    if (this.list.length >= MOST) return;
    const key = place ? `${place.source.filename}:${place.offset}:${message}` : message;
    if (this.seen.has(key)) return;
    this.seen.add(key);
    this.list.push(fault(type, message, place));
  }
}
