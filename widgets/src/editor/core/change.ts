import type { components } from '../../contract/editor.gen.ts';
import type { Edit } from './edit.ts';
import type { Json } from './json.ts';

type Fault = components['schemas']['Fault'];

/** What a file holds: data, or text as it is written (templates, style sheets). */
export type Content = { json: Json } | { text: string };

/** One thing done to a file of the site, as the owner did it. */
export type FileAction =
  | { kind: 'edit'; path: string; edits: Edit[] }
  | { kind: 'write'; path: string; text: string }
  | { kind: 'create'; path: string; content: Content }
  | { kind: 'delete'; path: string }
  | { kind: 'rename'; path: string; to: string };

/** The same on the way to the server. `baseDigest` is of the file as it was read; null for one that is new. */
export type WireChange =
  | { path: string; baseDigest: string | null; edits: Edit[] }
  | { path: string; baseDigest: string | null; json: Json }
  | { path: string; baseDigest: string | null; text: string }
  | { path: string; baseDigest: string | null; delete: true }
  | { path: string; baseDigest: string | null; renameTo: string };

/** A fault of a file, with its place and how it may be put right. */
export type Diagnostic = Pick<Fault, 'code' | 'message'> & Partial<Fault>;

/** Two changed the same place of the same file. */
export type Conflict = { path: string; pointer: string; yours?: Json; theirs?: Json; current?: Json };
