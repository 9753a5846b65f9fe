import type { Diagnostic, WireChange } from '../core/change.ts';
import type { Edit } from '../core/edit.ts';
import type { Json } from '../core/json.ts';
import type { Person } from '../core/role.ts';
import type { Tweak } from '../core/tweak.ts';

/** Everything of a site that is not an item: `GET /config/api/site`. */
export type Site = {
  title: string;
  url: string;
  previewUrl: string;
  crumb: string;
  role: Person;
  features: Record<string, boolean>;
  languages: { tag: string; prefix: string }[];
  multilingual: boolean;
  limits: { uploadBytes: number; uploadTypes: string[] };
  codes: { currencies: string[]; roles: { code: number; name: string }[] };
  template: {
    name: string;
    author: string;
    layouts: { key: string; name: string; regions: string[] }[];
    navigations: { name: string; title: string }[];
    tweaks: Tweak[];
    types: { typeName: string; title: string }[];
    files: string[];
  };
  collections: Collection[];
  navigation: Json;
  forms: { id: string; name: string; path: string }[];
  targets: string[];
  diagnostics: Diagnostic[];
  buildId?: string;
};

export type Collection = {
  folder: string;
  path: string;
  id: string;
  title: string;
  urlId: string;
  url: string;
  typeName: string;
  type: number;
  ordering: string;
  isList: boolean;
  enabled: boolean;
  passwordProtected: boolean;
  membersOnly: boolean;
  itemCount: number;
  itemLimit?: number | null;
  status: string;
};

export type ItemSummary = {
  path: string;
  id: string;
  title: string;
  urlId: string;
  url: string;
  status: string;
  publishOn: number;
  recordType: number;
  assetUrl?: string;
  tags: string[];
  categories: string[];
  access?: string;
};
export type CollectionPage = { items: ItemSummary[]; total: number; nextCursor?: string };

export type FileAnswer = { path: string; digest: string; kind: string; json?: Json; text?: string };

export type ChangeAnswer = {
  /** `inverse` undoes it to the byte: of a file that was taken away, all of its text; of edits, edits. */
  files: {
    path: string;
    digest: string | null;
    merged: boolean;
    json?: Json;
    inverse?: { text?: string; edits?: Edit[] };
  }[];
  diagnostics: Diagnostic[];
};
export type WireConflict = {
  path: string;
  pointer: string;
  yours: Json;
  theirs: Json;
  digest: string | null;
  json?: Json;
  text?: string;
};

export type Upload = {
  path: string;
  url: string;
  name: string;
  size: number;
  type: string;
  width?: number;
  height?: number;
  updatedOn: number;
  /** A picture or film that is still being worked on. */
  job?: string;
};
export type UploadPage = { files: Upload[]; total: number; nextCursor?: string };

export type PublishedPage = { url: string; title: string };
export type PublishPlan = {
  target: string;
  publishedOn?: number;
  added: PublishedPage[];
  changed: PublishedPage[];
  removed: PublishedPage[];
  files: number;
  bytes: number;
};
export type PublishLine =
  | { kind: 'building' }
  | { kind: 'sending'; sent: number; total: number }
  | { kind: 'published'; version: string; sent: number; removed: number; bytes: number; address?: string }
  | { kind: 'failed'; message: string; diagnostics: Diagnostic[] };

export type ServerEvent = {
  kind: 'hello' | 'changed' | 'built' | 'diagnostics';
  id: number;
  paths?: string[];
  digests?: Record<string, string | null>;
  buildId?: string;
  diagnostics?: Diagnostic[];
};

export type ChangeRequest = { changes: WireChange[]; dryRun?: boolean };
