import type { components } from '../../contract/editor.gen.ts';

type Schemas = components['schemas'];

/** A role of the site: its code and its name, such as 1 and `ADMIN`. The server lists them (`codes.roles`). */
export type Role = Schemas['Code'];

/** A tool of the editor; which of them somebody sees, the server says with their role (A-099, E-162). */
export type Tool = Schemas['Tool'];

/** Who works here, as the server says it. */
export type Person = Schemas['Role'];

/** Whether somebody has the role of this name. */
export const hasRole = (person: Person, roles: readonly Role[], name: 'ADMIN' | 'VIEWER'): boolean =>
  roles.some((role) => role.name === name && person.codes.includes(role.code));

/**
 * The editor opens for everybody who may use any part of it, and for VIEWER, who looks at what is not published and changes
 * nothing: for all but COMMENTER (E-025).
 */
export const mayOpen = (person: Person, roles: readonly Role[]): boolean =>
  person.tools.length > 0 || hasRole(person, roles, 'VIEWER');
