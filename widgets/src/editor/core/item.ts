import { isObject, type Json, type JsonObject } from './json.ts';
import { newVariant, PRODUCT_TYPES } from './product.ts';
import { freeSlug } from './urlFilter.ts';

/** Kinds of items by number. */
export const RECORD = { text: 1, image: 2, audio: 7, video: 8, product: 11, event: 12 } as const;

/** What a collection is to the editor. */
export type CollectionFacts = {
  folder: string;
  id: string;
  type: number;
  typeName: string;
  ordering?: string | undefined;
};

export const isProducts = (collection: Pick<CollectionFacts, 'type' | 'typeName'>): boolean =>
  collection.type === 13 || collection.typeName === 'products';
export const isEvents = (collection: Pick<CollectionFacts, 'typeName'>): boolean => collection.typeName === 'events';

/** What people call an entry of a collection. */
export function entryKindOf(collection: CollectionFacts): 'product' | 'event' | 'post' | 'entry' {
  if (isProducts(collection)) return 'product';
  if (isEvents(collection)) return 'event';
  return collection.typeName === 'blog' || collection.ordering === 'chronological' ? 'post' : 'entry';
}

/** The record type of what is added to a collection. */
export function recordTypeOf(collection: Pick<CollectionFacts, 'type' | 'typeName'>): number {
  if (isProducts(collection)) return RECORD.product;
  if (isEvents(collection)) return RECORD.event;
  if (collection.type === 6 || collection.type === 15) return RECORD.image;
  if (collection.type === 16 || collection.type === 18) return RECORD.audio;
  return collection.type === 17 ? RECORD.video : RECORD.text;
}

/** The file of a new item: what its collection expects, a draft until somebody publishes it (E-011). */
export function newItem(
  collection: CollectionFacts,
  title: string,
  taken: ReadonlySet<string>,
  { now, currency, count }: { now: number; currency: string; count: number },
): { path: string; json: JsonObject } {
  const slug = freeSlug(title, taken);
  const recordType = recordTypeOf(collection);
  const json: JsonObject = {
    id: `${collection.id}-${slug}`,
    collectionId: collection.id,
    recordType,
    urlId: slug,
    title,
    status: 'Draft',
    addedOn: now,
    publishOn: now,
    categories: [],
    tags: [],
    excerpt: '',
    body: '',
  };
  if (collection.ordering === 'user-orderable') json.displayIndex = count + 1;
  if (recordType === RECORD.product) {
    json.name = title;
    json.structuredContent = {
      productType: PRODUCT_TYPES.physical,
      variantOptionOrdering: [],
      variants: [{ ...newVariant(currency), sku: slug.toUpperCase().slice(0, 24) }],
      isSubscribable: false,
    };
  }
  if (recordType === RECORD.event) {
    const day = 86_400_000;
    const noon = now - (now % day) + 7 * day + 12 * 3_600_000;
    json.startDate = new Date(noon).toISOString().replace('.000Z', 'Z');
    json.endDate = new Date(noon + 7_200_000).toISOString().replace('.000Z', 'Z');
  }
  return { path: `content/${collection.folder}/${slug}.json`, json };
}

/** The file of a new page, and of a new collection of items. */
export function newCollection(
  title: string,
  kind: 'page' | 'blog' | 'products' | 'events' | 'gallery',
  taken: ReadonlySet<string>,
): { path: string; json: JsonObject } {
  const slug = freeSlug(title, taken);
  const base: JsonObject = { id: slug, title, urlId: slug };
  switch (kind) {
    case 'page':
      return {
        path: `content/${slug}/collection.json`,
        // The template says its title.
        json: { ...base, typeName: 'page', type: 10 },
      };
    case 'products':
      return {
        path: `content/${slug}/collection.json`,
        json: { ...base, typeName: 'products', type: 13, ordering: 'user-orderable', pageSize: 24 },
      };
    case 'events':
      return { path: `content/${slug}/collection.json`, json: { ...base, typeName: 'events', type: 1, pageSize: 20 } };
    case 'gallery':
      return {
        path: `content/${slug}/collection.json`,
        json: { ...base, typeName: 'gallery', type: 15, ordering: 'user-orderable' },
      };
    case 'blog':
      return {
        path: `content/${slug}/collection.json`,
        json: { ...base, typeName: 'blog', type: 1, ordering: 'chronological', pageSize: 20 },
      };
  }
}

/** A picture as files hold it, made from an uploaded file. */
export function pictureOf(
  file: { url: string; name: string; width?: number | null | undefined; height?: number | null | undefined },
  altText = '',
): JsonObject {
  return {
    id: `image-${file.name
      .replace(/\.[^.]+$/, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')}`,
    title: altText,
    altText,
    filename: file.name,
    assetUrl: file.url,
    ...(file.width && file.height ? { originalSize: `${file.width}x${file.height}` } : {}),
    mediaFocalPoint: { x: 0.5, y: 0.5 },
  };
}

/** An excerpt or a body, whether a file has it as a text or as `{html}`. */
export const htmlOf = (value: Json | undefined): string =>
  typeof value === 'string' ? value : isObject(value) && typeof value.html === 'string' ? value.html : '';

/** `content/blog/a.json` is in the folder `blog`. */
export const folderOf = (path: string): string => path.split('/').slice(1, -1).join('/');

/** The end of the address of an item whose file says none: the file's name, without the number that orders it. */
export const addressOf = (path: string): string => {
  const name = (path.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
  return /^\d+-(.+)$/.exec(name)?.[1] ?? name;
};
