import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { TextField } from '../ui/fields.tsx';
import styles from './desk.module.css';
import { e } from './edit.ts';

type Stock = components['schemas']['StockPage'];

const titleOf = ({ title, options }: Stock['variants'][number]): string => [title, options].filter(Boolean).join(', ');

type SearchProps = { onChoose: (itemId: string, sku: string, title: string) => void };

/** Finds variants of the catalogue by words; Enter chooses the first. */
export function Search({ onChoose }: SearchProps) {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), 200);
    return () => clearTimeout(timer);
  }, [typed]);
  const list = useQuery({
    queryKey: ['draftSearch', text],
    queryFn: () => call<Stock>('GET', '/api/commerce/desk/stock', { query: { text } }),
    enabled: text !== '',
  });
  const variants = text === '' ? [] : (list.data?.variants.slice(0, 10) ?? []);
  const choose = (variant: Stock['variants'][number] | undefined) => {
    if (!variant) return;
    onChoose(variant.itemId, variant.sku, titleOf(variant));
    setTyped('');
    setText('');
  };
  return (
    <>
      <TextField
        label={e('search')}
        help={e('searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        onEnter={() => choose(variants[0])}
        maxLength={200}
      />
      <div role="status">{text !== '' && list.isSuccess && variants.length === 0 ? e('noneFound') : ''}</div>
      {variants.length > 0 ? (
        <ul className={styles.list} aria-label={e('found')}>
          {variants.map((variant) => (
            <li key={`${variant.itemId} ${variant.sku}`}>
              <button type="button" className={styles.row} onClick={() => choose(variant)}>
                <span className={styles.who}>
                  <strong>{titleOf(variant)}</strong> {variant.sku}
                </span>
                <span>{variant.unlimited ? e('always') : e('left', { n: variant.available })}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
