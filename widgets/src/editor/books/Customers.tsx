import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { OneCustomer } from './OneCustomer.tsx';
import { ordersOf, w } from './text.ts';

type Page = components['schemas']['Customers'];

/** Who bought, guests and members alike; one opens with a press. */
export function Customers() {
  const [typed, setTyped] = useState('');
  const [text, setText] = useState('');
  const [open, setOpen] = useState<string | null>(null);
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === text) return;
    const timer = setTimeout(() => setText(wanted), 200);
    return () => clearTimeout(timer);
  }, [typed, text]);
  const list = useInfiniteQuery({
    queryKey: ['customers', text],
    initialPageParam: '',
    // Whom is looked for stands in the body: no log has it.
    queryFn: ({ pageParam }) => call<Page>('POST', '/api/commerce/customers', { json: { text, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  if (open) return <OneCustomer email={open} onClose={() => setOpen(null)} />;
  const pages = list.data?.pages.flatMap(({ customers }) => customers) ?? [];
  const all = [...new Map(pages.map((row) => [row.email, row])).values()];
  return (
    <section aria-label={w('customers')} className={ui.stack}>
      <TextField
        label={w('search')}
        help={w('searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{w(text ? 'nobodyFound' : 'nobody')}</p> : null}
      <ul className={desk.list}>
        {all.map(({ email, name, orders, lastOn }) => (
          <li key={email}>
            <button type="button" className={desk.row} onClick={() => setOpen(email)}>
              <span className={desk.who}>
                <strong>{name || email}</strong>
                <br />
                <span className={ui.help}>
                  {[name ? email : '', w('lastOn', { when: when(lastOn) })].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span>{ordersOf(orders)}</span>
            </button>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {w('more')}
        </Button>
      ) : null}
    </section>
  );
}
