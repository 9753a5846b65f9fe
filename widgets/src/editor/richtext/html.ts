/** What begins and ends a line: white space around it is shown nowhere. */
const BLOCKS = 'address,blockquote,br,div,dd,dl,dt,figure,h1,h2,h3,h4,h5,h6,hr,li,ol,p,pre,section,table,tr,td,th,ul';

/** The elements and attributes of a piece of HTML, counted: what a text says beside its words. */
function shape(html: string): Map<string, number> {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const counts = new Map<string, number>();
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const element of body.querySelectorAll('*')) {
    note(element.localName);
    for (const { name, value } of element.attributes) note(`${element.localName} ${name}=${value}`);
  }
  // One break for the end of a line, whether the file has it as white space too or not.
  for (const block of body.querySelectorAll(BLOCKS)) {
    block.before('\n');
    block.prepend('\n');
    block.append('\n');
    block.after('\n');
  }
  note(`text ${(body.textContent ?? '').replace(/\s+/g, ' ').trim()}`);
  return counts;
}

/** Spellings that mean the same. */
const plain = (html: string): string =>
  html
    .replace(/<(\/?)b>/gi, '<$1strong>')
    .replace(/<(\/?)i>/gi, '<$1em>')
    .replace(/<(\/?)(?:del|strike)>/gi, '<$1s>')
    // A list entry with and without a paragraph in it reads the same.
    .replace(/<li><p>/gi, '<li>')
    .replace(/<\/p>(\s*(?:<\/li>|<ul|<ol))/gi, '$1')
    .replace(/ style="text-align:\s*(left|start);?"/gi, '')
    .replace(/ style="text-align:\s*(\w+);?"/gi, ' style="text-align: $1;"');

/**
 * Whether the text editor keeps everything that a text has. One with a film, a table or the owner's own HTML in it is not
 * opened there, where it would lose them.
 */
export function keeps(before: string, after: string): boolean {
  // An empty text has nothing to lose; the editor writes an empty paragraph for it.
  if (before.trim() === '') return true;
  const one = shape(plain(before));
  const other = shape(plain(after));
  return one.size === other.size && [...one].every(([what, count]) => other.get(what) === count);
}

/** HTML as it stands in a file: entries of lists without a paragraph of their own, nothing for an empty text. */
export function tidy(html: string): string {
  if (html === '<p></p>') return '';
  return html.replace(/<li><p>((?:(?!<p>|<\/p>)[\s\S])*)<\/p>(?=<\/li>|<ul|<ol)/g, '<li>$1');
}
