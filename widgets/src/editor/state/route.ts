import { atom } from 'nanostores';
import { mapAdminPath } from '../core/adminPath.ts';
import type { Tool } from '../core/role.ts';

/** Where in the editor somebody is: a path below `/config/`, and what is open there. */
export type Route = { path: string; params: Record<string, string> };

const ROOT = '/config';

export function readRoute(address: { pathname: string; search: string }): Route {
  const path = address.pathname.slice(ROOT.length).replace(/^\/+|\/+$/g, '');
  return { path, params: Object.fromEntries(new URLSearchParams(address.search)) };
}

export function addressOf({ path, params }: Route): string {
  const search = new URLSearchParams(params).toString();
  return `${ROOT}${path ? `/${path}` : ''}${search ? `?${search}` : ''}`;
}

export const $route = atom<Route>({ path: '', params: {} });
/** How often somebody has gone somewhere since the editor opened. */
export const $moves = atom(0);

export function go(path: string, params: Record<string, string> = {}): void {
  const route = { path, params };
  if (addressOf(route) === addressOf($route.get())) return;
  window.history.pushState(null, '', addressOf(route));
  $moves.set($moves.get() + 1);
  $route.set(route);
}

/** Reads where the browser is, moves old paths to new ones, and follows back and forth (E-140…E-157). */
export function followBrowser(multiProduct: boolean): () => void {
  const read = () => {
    const { pathname, search, hash } = window.location;
    const old = `${pathname.slice(ROOT.length).replace(/^\/+/, '')}${search}${hash}`;
    const mapped = mapAdminPath(old, multiProduct);
    if (mapped !== old) window.history.replaceState(null, '', `${ROOT}/${mapped}`);
    $route.set(readRoute(window.location));
  };
  read();
  window.addEventListener('popstate', read);
  return () => window.removeEventListener('popstate', read);
}

/** A part of the editor, with where it is and who may use it: one tool is enough, or another where there is one. */
export type Part = { name: PartName; path: string; tool: Tool; or?: Tool };
export type PartName =
  | 'home'
  | 'inbox'
  | 'pages'
  | 'design'
  | 'forms'
  | 'files'
  | 'commerce'
  | 'restock'
  | 'code'
  | 'comments'
  | 'marketing'
  | 'analytics'
  | 'scheduling'
  | 'permissions'
  | 'domains'
  | 'email'
  | 'billing'
  | 'settings';

export const PARTS: readonly Part[] = [
  { name: 'home', path: 'home', tool: 'content', or: 'commerce' },
  { name: 'inbox', path: 'inbox', tool: 'forms', or: 'moderation' },
  { name: 'pages', path: 'website/pages', tool: 'content' },
  { name: 'design', path: 'website/design', tool: 'design' },
  { name: 'forms', path: 'website/forms', tool: 'forms' },
  { name: 'files', path: 'website/files', tool: 'files' },
  { name: 'commerce', path: 'commerce', tool: 'commerce' },
  { name: 'restock', path: 'commerce/restock', tool: 'restock' },
  { name: 'scheduling', path: 'scheduling', tool: 'content' },
  { name: 'comments', path: 'comments', tool: 'moderation' },
  { name: 'marketing', path: 'website/marketing', tool: 'campaigns' },
  { name: 'marketing', path: 'campaigns', tool: 'campaigns' },
  { name: 'analytics', path: 'analytics', tool: 'analytics' },
  { name: 'code', path: 'website/code', tool: 'design' },
  { name: 'permissions', path: 'permissions', tool: 'settings' },
  { name: 'domains', path: 'domains', tool: 'settings' },
  { name: 'email', path: 'google-workspace', tool: 'commerce' },
  { name: 'billing', path: 'billing', tool: 'billing' },
  { name: 'settings', path: 'website/settings', tool: 'settings' },
];

/** The part that a path is in: the longest that fits. Old spellings are understood, whatever the address bar says. */
export function partOf(path: string): Part | undefined {
  const mapped = mapAdminPath(path, true);
  return PARTS.filter((part) => mapped === part.path || mapped.startsWith(`${part.path}/`)).sort(
    (one, other) => other.path.length - one.path.length,
  )[0];
}

/** Whether a path is that of the services which the shop is connected to (E-150). */
export const isExtensions = (path: string): boolean => mapAdminPath(path, true).startsWith('commerce/extensions');

/** Whether somebody with these tools may use a part. */
export const mayUse = ({ tool, or }: Part, tools: readonly Tool[]): boolean =>
  tools.includes(tool) || (or !== undefined && tools.includes(or));

/** The parts that somebody sees, each at its first path (E-162). */
export const partsFor = (tools: readonly Tool[]): readonly Part[] =>
  PARTS.filter((part, index) => mayUse(part, tools) && PARTS.findIndex(({ name }) => name === part.name) === index);
