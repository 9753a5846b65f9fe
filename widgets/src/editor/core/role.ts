import type { components } from '../../contract/editor.gen.ts';

type Schemas = components['schemas'];

/** Who works on a site, by number. */
export const ROLES = {
  ADMIN: 1,
  BILLING: 2,
  REPORTING: 3,
  EDITOR: 4,
  MODERATOR: 6,
  COMMENTER: 7,
  STORE_MANAGER: 8,
  SCHEDULING: 9,
  VIEWER: 10,
  CAMPAIGNS_EDITOR: 11,
  SCHEDULING_VIEWER: 12,
  SCHEDULING_EDITOR: 13,
} as const;
export type Role = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as Role[];

/** The role of a code; undefined for a number that is none. */
export const roleOf = (code: number): Role | undefined => ROLE_NAMES.find((name) => ROLES[name] === code);

/** A tool of the editor; which of them somebody sees, the server says with their role (A-099, E-162). */
export type Tool = Schemas['Tool'];

/** Who works here, as the server says it. */
export type Person = Schemas['Role'];

/**
 * The editor opens for everybody who may use any part of it, and for VIEWER, who looks at what is not published and changes
 * nothing: for all but COMMENTER (E-025).
 */
export const mayOpen = (person: Person): boolean => person.tools.length > 0 || person.codes.includes(ROLES.VIEWER);
