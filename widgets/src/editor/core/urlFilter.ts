const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .replaceAll('đ', 'd')
    .replaceAll('ł', 'l')
    .normalize('NFC');

const dashes = (text: string, kept: RegExp): string => text.replace(kept, '-').replace(/-{2,}/g, '-').replace(/^-/, '');

/** The text filter `url-slug`: what is typed becomes one part of an address. While typing, a dash may stand at the end. */
export const urlSlug = (text: string): string => dashes(plain(text).replace(/['’]/g, ''), /[^\p{L}\p{N}]+/gu);

/** The text filter `url-slug-with-slash`: parts of an address between slashes. */
export const urlSlugWithSlash = (text: string): string =>
  plain(text)
    .replace(/['’]/g, '')
    .split('/')
    .map((part) => dashes(part, /[^\p{L}\p{N}]+/gu))
    .join('/')
    .replace(/\/{2,}/g, '/');

/** The same once the field is left: no dash and no slash at the end. */
export const finished = (slug: string): string => slug.replace(/[-/]+$/, '');

/** An address that nobody has yet: `a`, `a-2`, `a-3` … */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  const slug = finished(urlSlug(wanted)) || 'untitled';
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n += 1) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`;
}
