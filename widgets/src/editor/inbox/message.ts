import type { components } from '../../contract/schema.gen.ts';

type Schemas = components['schemas'];
export type Row = Schemas['Message'];
export type Whole = Schemas['OneMessage'];
export type Kind = Schemas['MessageKind'];
export type Page = Schemas['Messages'];

export const INBOX = '/api/inbox';
export const KINDS: readonly Kind[] = ['form', 'comment', 'review', 'restock'];
export const FOLDERS = ['INBOX', 'UNREAD', 'ARCHIVED', 'SPAM', 'BIN'] as const;
export type Shown = (typeof FOLDERS)[number];

/** Its kind and id, by which it is opened and changed. */
export const keyOf = ({ kind, id }: { kind: Kind; id: string }): string => `${kind}/${encodeURIComponent(id)}`;

/** Where a comment, a review or the answers of a form are judged by themselves. */
export const judgedAt = ({ kind, id, about }: Row): string => {
  const own = encodeURIComponent(id);
  if (kind === 'comment') return `/api/comments/${own}`;
  if (kind === 'review') return `/api/commerce/products/${encodeURIComponent(about)}/reviews/${own}`;
  return `/api/form/submissions/${own}`;
};
