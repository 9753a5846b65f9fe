import { emailProblem } from '../../domain/email.ts';

/** What a link leads to. */
export const LINK_KINDS = ['page', 'item', 'url', 'email', 'phone', 'file'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
/** A link in the words of the editor: the address without what its kind says already. */
export type Link = { kind: LinkKind; value: string; newWindow?: boolean };

export type LinkProblem =
  | 'link.validEmail'
  | 'link.emailFormat'
  | 'link.urlFormat'
  | 'link.pageUrl'
  | 'link.phone'
  | 'link.missing';

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;
const PAGE = /^\/(?:[\p{L}\p{N}\-_.~+/]*)(?:\?[^\s#"<>]*)?(?:#[^\s"<>]*)?$/u;

/** `https://www.example.com/a` or `example.com`: an address of another host. */
export function isExternal(value: string): boolean {
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(value) && !/^[^/:]+:\d+/.test(value) ? value : `https://${value}`;
  if (/\s/.test(value) || !URL.canParse(whole)) return false;
  const { protocol, hostname } = new URL(whole);
  return (protocol === 'https:' || protocol === 'http:') && (HOST.test(hostname) || hostname === 'localhost');
}

/** Letters and digits, `-`, `_`, `.`, `~`, `+`, in parts between slashes: what may stand in an address of a page. */
export function isPageUrl(value: string): boolean {
  const whole = value.startsWith('/') ? value : `/${value}`;
  const path = whole.split(/[?#]/)[0] ?? '';
  return PAGE.test(whole) && path.split('/').every((part) => part !== '.' && part !== '..') && !path.includes('//');
}

const digitsOf = (value: string): string => value.replace(/[\s().\-/]/g, '');

/** What is wrong with a link. The first is shown at the field, a second explains it. */
export function linkProblems({ kind, value }: Link): LinkProblem[] {
  const text = value.trim();
  switch (kind) {
    case 'email':
      return emailProblem(text) === null ? [] : ['link.validEmail', 'link.emailFormat'];
    case 'url':
      return isExternal(text) ? [] : ['link.urlFormat'];
    case 'page':
    case 'item':
      if (text === '') return ['link.missing'];
      return isPageUrl(text) ? [] : ['link.pageUrl'];
    case 'phone':
      return /^\+?\d{3,15}$/.test(digitsOf(text)) ? [] : ['link.phone'];
    case 'file':
      return text.startsWith('/files/') ? [] : ['link.missing'];
  }
}

/** The link as it stands in a file. */
export function hrefOf({ kind, value }: Link): string {
  const text = value.trim();
  switch (kind) {
    case 'email':
      return `mailto:${text}`;
    case 'phone':
      return `tel:${digitsOf(text)}`;
    case 'url':
      return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
    case 'page':
    case 'item':
      return text.startsWith('/') ? text : `/${text}`;
    case 'file':
      return text;
  }
}

/** The link that an address in a file is. `items` are the addresses of items: they are pages of their own kind. */
export function linkOf(href: string, items: ReadonlySet<string> = new Set()): Link {
  if (href.startsWith('mailto:')) return { kind: 'email', value: href.slice(7) };
  if (href.startsWith('tel:')) return { kind: 'phone', value: href.slice(4) };
  if (href.startsWith('/files/')) return { kind: 'file', value: href };
  if (href === '' || href.startsWith('/')) return { kind: items.has(href) ? 'item' : 'page', value: href };
  return { kind: 'url', value: href };
}
