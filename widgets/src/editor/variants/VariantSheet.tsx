import { useMemo, useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { apply, type Edit } from '../core/edit.ts';
import { at, type Json, listAt, same, textAt } from '../core/json.ts';
import { attributesOf, optionsOf, VARIANTS } from '../core/product.ts';
import { VARIANT_COLUMNS } from '../core/productCells.ts';
import type { Cell, Column, Refusal, Write } from '../sheet/grid.ts';
import { Sheet } from '../sheet/Sheet.tsx';
import { useEdit, useJson, useSession, useSite } from '../state/context.ts';
import { onSite } from '../state/onSite.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { faultAt, variantCell, variantColumns, writeVariant } from './cells.ts';
import { optionColumn, optionOf, setOption } from './options.ts';
import { v } from './text.ts';
import { type Count, type Done, useCounts } from './useCounts.ts';

type Props = { path: string; currency: string; onActive: (index: number) => void };

/** The variants of one product as a table: options, price, sale price, stock, number, weight and barcode. */
export function VariantSheet({ path, currency, onActive }: Props) {
  const item = useJson(path) ?? null;
  const edit = useEdit(path);
  const session = useSession();
  const { role, previewUrl } = useSite();
  const general = useStore(session.$diagnostics);
  const trouble = useStore(session.$troubles).get(path);
  const itemId = textAt(item, '/id');
  const ids = useMemo(() => [itemId], [itemId]);
  const counts = useCounts(ids);
  const [counted, setCounted] = useState<readonly Done[]>([]);
  const faults = [...(trouble?.is === 'refused' ? trouble.diagnostics : []), ...general].filter(
    ({ file }) => file === path,
  );
  const around = { currency, faults, counted: counts.of(itemId), mayCount: role.tools.includes('commerce') };

  const columns: Column[] = [
    ...optionsOf(item).map(({ name }) => ({ id: optionColumn(name), label: name, width: 120 })),
    ...variantColumns(currency),
  ];
  const length = listAt(item, VARIANTS).length;
  const rows = useMemo(() => Array.from({ length }, (_, index) => ({ key: String(index) })), [length]);
  const cellOf = (row: string, column: string): Cell => {
    const place = `${VARIANTS}/${row}`;
    const name = optionOf(column);
    const own = VARIANT_COLUMNS.find((one) => one === column);
    if (own) return variantCell(item ?? {}, place, own, around);
    const picture = column === columns[0]?.id ? textAt(item, `${place}/mainImage/assetUrl`) : '';
    return {
      text: attributesOf(at(item, place))[name ?? ''] ?? '',
      fault: faultAt(faults, [`${place}/attributes`]),
      ...(picture ? { picture: onSite(previewUrl, picture) } : {}),
    };
  };

  const become = (now: Json, { row, column, text }: Write): ReturnType<typeof writeVariant> => {
    const own = VARIANT_COLUMNS.find((one) => one === column);
    if (own) return writeVariant(now, `${VARIANTS}/${row}`, own, text, around);
    const value = text.trim();
    if (value === '') return { reason: v('optionNeeded') };
    const edits = setOption(now, Number(row), optionOf(column) ?? '', value);
    return edits ? { edits } : { reason: v('optionTwice') };
  };
  const write = async (writes: readonly Write[]): Promise<Refusal[]> => {
    const refused: Refusal[] = [];
    const counting = new Map<string, { write: Write; count: Count }>();
    const edits: Edit[] = [];
    let now: Json = item ?? {};
    for (const one of writes) {
      const next = become(now, one);
      if ('reason' in next) refused.push({ ...one, reason: next.reason });
      else if ('count' in next) counting.set(next.count.sku, { write: one, count: { ...next.count, itemId } });
      else {
        const real = next.edits.filter((each) => each.op !== 'set' || !same(at(now, each.pointer), each.value));
        now = apply(now, real).document;
        edits.push(...real);
      }
    }
    const isOne = writes.every(({ column }) => column === writes[0]?.column);
    edit((isOne && columns.find(({ id }) => id === writes[0]?.column)?.label) || v('variants'), edits);
    const done = await counts.change([...counting.values()].map(({ count }) => count));
    for (const one of done) {
      const asked = counting.get(one.sku);
      if (asked && 'reason' in one) refused.push({ ...asked.write, reason: one.reason });
    }
    const changed = done.filter((one) => 'after' in one);
    if (changed.length > 0) setCounted(changed);
    return refused;
  };
  const takeBack = async () => {
    const back = counted.flatMap((one) =>
      'after' in one ? [{ itemId, sku: one.sku, quantity: one.expected, expected: one.after }] : [],
    );
    setCounted([]);
    await counts.change(back);
  };
  return (
    <div className={ui.stack}>
      <Sheet
        label={v('variants')}
        columns={columns}
        rows={rows}
        cellOf={cellOf}
        write={write}
        onActive={(row) => onActive(Number(row))}
        isSmall
      />
      {counted.length > 0 ? (
        <div className={ui.stack}>
          <span role="status" className={ui.help}>
            {v('counted', { n: counted.length })}
          </span>
          <Button look="quiet" icon="undo" onPress={() => void takeBack()}>
            {v('takeBack')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
