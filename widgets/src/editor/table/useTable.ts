import { useCallback, useMemo, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import type { ProductRow } from '../client/wire.ts';
import type { Diagnostic } from '../core/change.ts';
import { jsonOf } from '../core/documents.ts';
import { apply, type Edit } from '../core/edit.ts';
import { at, type Json, same, textAt } from '../core/json.ts';
import { ENDLESS } from '../core/productCells.ts';
import { STATUSES, type Status, statusOf, transitions } from '../core/status.ts';
import type { TagType } from '../core/tags.ts';
import type { Cell, Refusal, Write } from '../sheet/grid.ts';
import { useJson, useSession, useSite } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { onSite } from '../state/onSite.ts';
import { useProducts } from '../state/useProducts.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { faultAt, variantCell, writeVariant } from '../variants/cells.ts';
import { totalOf } from '../variants/total.ts';
import { type Count, type Counted, type Done, inTurn, useCounts } from '../variants/useCounts.ts';
import {
  arranged,
  isOfVariant,
  longestOf,
  pictureOf,
  placeOf,
  placesOf,
  readKey,
  setStatus,
  setTitle,
  setWords,
  summary,
  variantName,
  type Wish,
  wordsText,
} from './rows.ts';
import { p } from './text.ts';

const typeOf = (column: string): TagType | undefined =>
  column === 'tags' ? 'tag' : column === 'categories' ? 'category' : undefined;
const statusText = (status: Status): string => t(`status.${status}`);
const NOTHING: Json = {};

/**
 * The products, what stands in each cell, and what is written into it. Whoever looks at the first `wanted` alone, in their own
 * order, has those sooner.
 */
export function useTable(wish: Wish, seen: readonly string[], wanted = Number.POSITIVE_INFINITY) {
  const session = useSession();
  const { role, previewUrl } = useSite();
  const currency = currencyIn(useJson('site.json'));
  const documents = useStore(session.$documents);
  const general = useStore(session.$diagnostics);
  const troubles = useStore(session.$troubles);
  const list = useProducts(wanted);
  const listed = useMemo(() => new Map((list.data ?? []).map((one) => [one.path, one])), [list.data]);
  const json = useCallback(
    (path: string): Json => jsonOf(documents, path) ?? listed.get(path)?.json ?? NOTHING,
    [documents, listed],
  );
  const order = useOrder(list, json, wish);
  const ids = useMemo(
    () => [...new Set(seen.map((key) => listed.get(readKey(key).path)?.id ?? ''))].filter((id) => id !== ''),
    [seen, listed],
  );
  const counts = useCounts(ids);
  const mayCount = role.tools.includes('commerce');

  const faults = useMemo(() => {
    const byFile = new Map<string, Diagnostic[]>();
    const refused = [...troubles.values()].flatMap((one) => (one.is === 'refused' ? one.diagnostics : []));
    for (const fault of [...refused, ...general])
      if (fault.file) byFile.set(fault.file, [...(byFile.get(fault.file) ?? []), fault]);
    return byFile;
  }, [troubles, general]);

  const aroundOf = (path: string) => {
    return { currency, mayCount, faults: faults.get(path) ?? [], counted: counts.of(listed.get(path)?.id ?? '') };
  };

  function cellOf(key: string, column: string): Cell {
    const { path, variant } = readKey(key);
    const item = json(path);
    const around = aroundOf(path);
    if (isOfVariant(column)) {
      const place = placeOf(item, variant);
      if (place !== null && at(item, place) !== undefined) return variantCell(item, place, column, around);
      const isEmpty = at(item, '/structuredContent/variants/0') === undefined;
      const total = column === 'stock' ? totalOf(item, placesOf(item), around.counted) : undefined;
      if (total?.is === 'known')
        return { text: total.left === null ? ENDLESS : String(total.left), locked: p('ofVariants') };
      return { text: summary(item, column), locked: p(isEmpty ? 'noVariant' : 'ofVariants') };
    }
    if (variant !== undefined)
      return column === 'title'
        ? { text: variantName(item, variant), locked: p('optionsElsewhere') }
        : { text: '', locked: p('ofProduct') };
    const fault = faultAt(around.faults, [`/${column}`]);
    if (column === 'title') {
      const picture = pictureOf(item);
      return { text: textAt(item, '/title'), fault, ...(picture ? { picture: onSite(previewUrl, picture) } : {}) };
    }
    const type = typeOf(column);
    return { text: type ? wordsText(item, type) : statusText(statusOf(textAt(item, '/status') || undefined)), fault };
  }

  const statusesOf = (key: string): string[] => {
    const from = statusOf(textAt(json(readKey(key).path), '/status') || undefined);
    return [from, ...transitions(from, role.mayPublish)].map(statusText);
  };

  /** What becomes of what is written into a cell of a product as it is now. */
  function become(item: Json, { row, column, text }: Write): ReturnType<typeof writeVariant> {
    const { path, variant } = readKey(row);
    if (isOfVariant(column)) {
      const place = placeOf(item, variant);
      return place === null ? { reason: p('ofVariants') } : writeVariant(item, place, column, text, aroundOf(path));
    }
    const type = typeOf(column);
    if (type) {
      const set = setWords(item, type, text);
      if ('edits' in set) return set;
      return { reason: `${set.tooLong}: ${t('tags.tooLong', { tagType: t(`tags.${type}`), n: longestOf(type) })}` };
    }
    const typed = text.trim();
    if (column === 'title') return typed === '' ? { reason: p('titleNeeded') } : { edits: setTitle(item, typed) };
    const isAlike = (status: Status) =>
      [status, statusText(status)].some((word) => word.toLowerCase() === typed.toLowerCase());
    const next = STATUSES.find(isAlike);
    if (!next) return { reason: p('statusUnknown', { all: STATUSES.map(statusText).join(', ') }) };
    const from = statusOf(textAt(item, '/status') || undefined);
    if (next === from) return { edits: [] };
    const allowed = transitions(from, role.mayPublish);
    if (allowed.includes(next)) return { edits: setStatus(item, next, Date.now()) };
    return { reason: p('statusNot', { all: allowed.map(statusText).join(', ') }) };
  }

  /** Writes into files, all of it one step of undo, and tells the shop what was counted. */
  async function write(label: string, writes: readonly Write[]): Promise<{ refused: Refusal[]; counted: Done[] }> {
    const byFile = new Map<string, Write[]>();
    for (const one of writes) {
      const { path } = readKey(one.row);
      byFile.set(path, [...(byFile.get(path) ?? []), one]);
    }
    const refused: Refusal[] = [];
    const counting = new Map<string, { write: Write; count: Count }>();
    await inTurn([...byFile.keys()], (path) =>
      session.open(path).catch(() => {
        refused.push(...(byFile.get(path) ?? []).map((one) => ({ ...one, reason: p('notOpened') })));
        byFile.delete(path);
      }),
    );
    const actions = [...byFile].flatMap(([path, own]) => {
      let item = jsonOf(session.$documents.get(), path) ?? NOTHING;
      const edits: Edit[] = [];
      for (const one of own) {
        const next = become(item, one);
        if ('reason' in next) refused.push({ ...one, reason: next.reason });
        else if ('count' in next) {
          const count = { ...next.count, itemId: listed.get(path)?.id ?? '' };
          counting.set(`${count.itemId}\n${count.sku}`, { write: one, count });
        } else {
          const real = next.edits.filter((edit) => edit.op !== 'set' || !same(at(item, edit.pointer), edit.value));
          item = apply(item, real).document;
          edits.push(...real);
        }
      }
      return edits.length > 0 ? [{ kind: 'edit' as const, path, edits }] : [];
    });
    if (actions.length > 0) session.act(label, actions);
    const counted = await counts.change([...counting.values()].map(({ count }) => count));
    for (const one of counted) {
      const asked = counting.get(`${one.itemId}\n${one.sku}`);
      if (asked && 'reason' in one) refused.push({ ...asked.write, reason: one.reason });
    }
    return { refused, counted: counted.filter((one) => 'after' in one) };
  }

  /** What the shop counts of a product that is among those seen. */
  const countedOf = (path: string): Counted => counts.of(listed.get(path)?.id ?? '');
  const idOf = useCallback((path: string): string => listed.get(path)?.id ?? '', [listed]);
  /** The narrow picture of a product, as the last build has it: not of one that is edited since. */
  const smallOf = (path: string) => {
    const one = listed.get(path);
    return one && pictureOf(one.json) === pictureOf(json(path)) ? one.small : undefined;
  };
  return { list, order, json, cellOf, statusesOf, write, currency, change: counts.change, countedOf, idOf, smallOf };
}

/**
 * The products that are wished for, by their files. What is written moves no row: the order is made anew when another one is
 * asked for; then also what others have brought or taken away finds its place.
 */
function useOrder(
  { data: products, isWhole }: { data: readonly ProductRow[] | undefined; isWhole: boolean },
  json: (path: string) => Json,
  wish: Wish,
) {
  const [made, setMade] = useState<{ products: typeof products; wish: string; paths: string[] }>();
  // What was arranged before all were there is arranged anew.
  const asked = JSON.stringify([wish, isWhole]);
  if (products && (made?.products !== products || made.wish !== asked)) {
    const found = arranged(products, json, wish, editorLocale());
    const isNew = made?.wish !== asked;
    const there = new Set(isNew ? [] : products.map(({ path }) => path));
    const kept = isNew ? [] : (made?.paths ?? []).filter((path) => there.has(path));
    const known = new Set(kept);
    const paths = isNew ? found : [...kept, ...found.filter((path) => !known.has(path))];
    setMade({ products, wish: asked, paths });
    return paths;
  }
  return made?.paths ?? [];
}
