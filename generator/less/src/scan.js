// Finds where a piece of a style sheet ends that the parser does not understand.

const CLOSING = { '(': ')', '[': ']', '{': '}' };

/** The offset after a string, a comment or an address that begins here; the offset itself where none does. */
function past(text, at) {
  const letter = text[at];
  if (letter === '"' || letter === "'") {
    for (let end = at + 1; end < text.length; end++) {
      if (text[end] === '\\') end++;
      else if (text[end] === letter || text[end] === '\n') return end + 1;
    }
    return text.length;
  }
  if (letter === '/' && text[at + 1] === '*') {
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  // `//` behind a colon belongs to an address.
  if (letter === '/' && text[at + 1] === '/' && text[at - 1] !== ':') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if ((letter === 'u' || letter === 'U') && /^url\(\s*[^\s"']/i.test(text.slice(at, at + 8))) {
    const end = text.indexOf(')', at);
    return end < 0 ? text.length : end + 1;
  }
  return at;
}

/**
 * The statement at an offset: where it ends, and where the brace of its block opens (-1 where it has none). It ends
 * behind its semicolon or its block, or before the brace that closes what it stands in.
 */
export function statement(text, start) {
  const open = [];
  let block = -1;
  for (let at = start; at < text.length; ) {
    const next = past(text, at);
    if (next > at) {
      at = next;
      continue;
    }
    const letter = text[at];
    const inBlock = open.includes('}');
    if (letter === '{') {
      // A brace ends what was opened with another bracket: nobody closes it any more.
      if (!inBlock) {
        open.length = 0;
        if (text[at - 1] !== '@') block = at;
      }
      open.push('}');
    } else if (letter === '}') {
      if (!inBlock) return { end: at, block };
      while (open.pop() !== '}');
      if (open.length === 0 && block >= 0) return { end: at + 1, block };
    } else if (letter === ';') {
      if (open.length === 0) return { end: at + 1, block };
    } else if (CLOSING[letter]) {
      open.push(CLOSING[letter]);
    } else if (letter === open.at(-1)) {
      open.pop();
    }
    at++;
  }
  return { end: text.length, block };
}

/** The names that are separated by commas of their own. */
export function parts(text) {
  const found = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; ) {
    const next = past(text, at);
    if (next > at) {
      at = next;
      continue;
    }
    if (text[at] === '(' || text[at] === '[') depth++;
    if (text[at] === ')' || text[at] === ']') depth--;
    if (text[at] === ',' && depth === 0) {
      found.push(text.slice(start, at));
      start = at + 1;
    }
    at++;
  }
  return [...found, text.slice(start)];
}
