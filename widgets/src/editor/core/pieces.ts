/**
 * A piece of a text with HTML that is written where the page shows it: what stands between the tags of a paragraph, a
 * heading or an entry of a list. Everything beside it stays byte for byte.
 */
export type Piece = { start: number; end: number };
/** A text with a change, the piece in it, and the place from which on everything has moved by so many characters. */
export type Changed = { value: string; piece: Piece; from: number; by: number };

/** Elements that a line of text may have in it. */
const INLINE = new Set(['a', 'b', 'br', 'code', 'em', 'i', 'mark', 's', 'strong', 'sub', 'sup', 'u']);
/** What of a link is kept. */
const OF_LINK = new Set(['href', 'target', 'rel', 'title']);
const HREF = /^(?:https?:|mailto:|tel:|\/|#|[\w-]+(?:[/.?#]|$))/i;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const quoted = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** `12-40` as a piece. */
export function pieceOf(range: string): Piece | undefined {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(range) ?? [];
  const piece = { start: Number(start), end: Number(end) };
  return start !== undefined && piece.start <= piece.end ? piece : undefined;
}

export const rangeOf = ({ start, end }: Piece): string => `${start}-${end}`;

export const inside = (value: string, { start, end }: Piece): string => value.slice(start, end);

/**
 * What the page says of a line of text, without anything that has no business there. Spaces that a browser writes so that
 * they show are spaces, unless the text has such already.
 */
export function cleanLine(html: string, was: string): string {
  const hasOwn = /&nbsp;|&#160;|\u00a0/.test(was);
  const write = (node: Node): string => {
    if (node.nodeType === 3) {
      const text = escaped((node as Text).data.replace(/[\r\n\t]+/g, ' '));
      return text.replaceAll('\u00a0', hasOwn ? '&nbsp;' : ' ');
    }
    if (!(node instanceof Element)) return '';
    const name = node.localName;
    if (name === 'br') return '<br>';
    if (name === 'script' || name === 'style' || name === 'template') return '';
    const within = [...node.childNodes].map(write).join('');
    const href = node.getAttribute('href') ?? '';
    if (!INLINE.has(name) || within === '' || (name === 'a' && !HREF.test(href))) return within;
    const kept = name === 'a' ? [...node.attributes].filter((one) => OF_LINK.has(one.name)) : [];
    return `<${name}${kept.map((one) => ` ${one.name}="${quoted(one.value)}"`).join('')}>${within}</${name}>`;
  };
  const body = new DOMParser().parseFromString(`<body>${html}`, 'text/html').body;
  // A break at the end shows nothing: browsers put it there so that an empty line can be seen.
  return [...body.childNodes]
    .map(write)
    .join('')
    .replace(/(?:<br>)+$/, '');
}

/** Whether two spellings of a line are the same line. */
export const isSameLine = (one: string, other: string): boolean =>
  cleanLine(one, '').replace(/\s+/g, ' ').trim() === cleanLine(other, '').replace(/\s+/g, ' ').trim();

const replaced = (value: string, start: number, end: number, text: string): string =>
  value.slice(0, start) + text + value.slice(end);

/** The piece with other words. */
export function typed(value: string, piece: Piece, html: string): Changed {
  return {
    value: replaced(value, piece.start, piece.end, html),
    piece: { start: piece.start, end: piece.start + html.length },
    from: piece.end,
    by: html.length - (piece.end - piece.start),
  };
}

type Around = { tag: string; attributes: string; start: number; end: number };

/** The element of a piece with its tags. */
export function around(value: string, { start, end }: Piece): Around | undefined {
  const [open, tag = '', attributes = ''] = /<([a-z][a-z0-9]*)((?:\s[^<>]*)?)>$/i.exec(value.slice(0, start)) ?? [];
  const close = `</${tag}>`;
  if (open === undefined || !value.startsWith(close, end)) return undefined;
  return { tag, attributes, start: start - open.length, end: end + close.length };
}

/** Kinds of line that another line may follow, and those that may become each other. */
const FOLLOWED = /^(?:p|h[1-6]|li)$/;
const LINES = /^(?:p|h[1-6])$/;

/** The line cut in two; the piece is the second. A paragraph follows a heading. */
export function split(
  value: string,
  piece: Piece,
  before: string,
  after: string,
): (Changed & { first: Piece }) | undefined {
  const own = around(value, piece);
  if (!own || !FOLLOWED.test(own.tag)) return undefined;
  const next = own.tag === 'li' ? 'li' : 'p';
  const text = `${before}</${own.tag}>${value[own.end] === '\n' ? '\n' : ''}<${next}>${after}</${next}>`;
  const start = piece.start + text.length - `${after}</${next}>`.length;
  return {
    value: replaced(value, piece.start, own.end, text),
    piece: { start, end: start + after.length },
    first: { start: piece.start, end: piece.start + before.length },
    from: piece.end,
    by: text.length - (own.end - piece.start),
  };
}

/** The list that has an entry and no other. */
function alone(value: string, own: Around): Around | undefined {
  const [open] = /<[uo]l>\s*$/.exec(value.slice(0, own.start)) ?? [];
  const [close] = /^\s*<\/[uo]l>/.exec(value.slice(own.end)) ?? [];
  return open && close ? { ...own, start: own.start - open.length, end: own.end + close.length } : undefined;
}

/** The line as a paragraph, a heading, or the first entry of a list. Of a list with more entries only a list can be made. */
export function turned(value: string, piece: Piece, into: string): Changed | undefined {
  const own = around(value, piece);
  if (!own || !(LINES.test(into) || into === 'li') || own.tag === into) return undefined;
  const whole = own.tag === 'li' ? alone(value, own) : LINES.test(own.tag) ? own : undefined;
  if (!whole) return undefined;
  const attributes = into === 'li' || own.tag === 'li' ? '' : own.attributes;
  const [open, close] = into === 'li' ? ['<ul><li>', '</li></ul>'] : [`<${into}${attributes}>`, `</${into}>`];
  const text = inside(value, piece);
  const start = whole.start + open.length;
  return {
    value: replaced(value, whole.start, whole.end, `${open}${text}${close}`),
    piece: { start, end: start + text.length },
    from: piece.end,
    by: open.length + text.length + close.length - (whole.end - whole.start),
  };
}

/** The text without the line; the piece is what stands in its place: nothing. */
export function removed(value: string, piece: Piece): Changed | undefined {
  const own = around(value, piece);
  if (!own) return undefined;
  const whole = (own.tag === 'li' && alone(value, own)) || own;
  const start = value[whole.start - 1] === '\n' && value[whole.end] === '\n' ? whole.start - 1 : whole.start;
  return {
    value: replaced(value, start, whole.end, ''),
    piece: { start, end: start },
    from: piece.end,
    by: start - whole.end,
  };
}

/** A line behind the one before it, when nothing stands between the two. */
export function joined(value: string, piece: Piece, first: Piece): Changed | undefined {
  const [own, before] = [around(value, piece), around(value, first)];
  if (!own || !before || before.end > own.start || value.slice(before.end, own.start).trim() !== '') return undefined;
  const text = inside(value, piece);
  return {
    value: replaced(value, first.end, own.end, `${text}</${before.tag}>`),
    piece: { start: first.start, end: first.end + text.length },
    from: piece.end,
    by: text.length + before.tag.length + 3 - (own.end - first.end),
  };
}
