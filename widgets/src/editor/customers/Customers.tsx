import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { ordersOf, w } from '../books/text.ts';
import { call } from '../client/shop.ts';
import { asked } from '../desk/asked.ts';
import desk from '../desk/desk.module.css';
import { when } from '../desk/desk.ts';
import { useTyped } from '../desk/useTyped.ts';
import { Button } from '../ui/Button.tsx';
import { Select, TextField } from '../ui/fields.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { Soon } from '../ui/Soon.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Groups } from './Groups.tsx';
import { type Groups as Found, GROUPS } from './group.ts';
import { Many } from './Many.tsx';
import { OneCustomer } from './OneCustomer.tsx';
import { k } from './text.ts';

type Page = components['schemas']['Customers'];

/** No group of this name can be: everybody. */
const ALL = '*';

/** Those who came along from another shop: no group can be called so either. */
const BROUGHT = '+';

// Its words and what it can say of rows come when somebody brings a list.
const Bringing = lazyPart(
  () => import('../bringing/Bringing.tsx').then((room) => room.Bringing),
  () => <Loading />,
);

/** Who bought, guests and members alike, all of them or a group; one opens with a press, several are put into a group. */
export function Customers() {
  const [typed, setTyped, text] = useTyped();
  const [group, setGroup] = useState(ALL);
  const [open, setOpen] = useState(() => asked.customer || null);
  useEffect(() => {
    asked.customer = '';
  }, []);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [shows, setShows] = useState(false);
  const [brings, setBrings] = useState(false);
  const groups =
    useQuery({ queryKey: ['customer-groups'], queryFn: () => call<Found>('GET', GROUPS) }).data?.groups ?? [];
  const brought = group === BROUGHT;
  const wanted = groups.some(({ key }) => key === group) ? group : '';
  const list = useInfiniteQuery({
    queryKey: ['customers', text, brought ? BROUGHT : wanted],
    initialPageParam: '',
    // Whom is looked for stands in the body: no log has it.
    queryFn: ({ pageParam }) =>
      call<Page>('POST', '/api/commerce/customers', {
        json: { text, group: wanted, ...(brought ? { brought } : {}), cursor: pageParam },
      }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  if (open) return <OneCustomer email={open} groups={groups} onClose={() => setOpen(null)} />;
  const pages = list.data?.pages.flatMap(({ customers }) => customers) ?? [];
  const all = [...new Map(pages.map((row) => [row.email, row])).values()];
  const none =
    brought && !text
      ? k('nobodyBrought')
      : wanted
        ? k(list.hasNextPage ? 'nobodySoFar' : 'nobodyInGroup')
        : w(text ? 'nobodyFound' : 'nobody');
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
      <Select
        label={k('group')}
        value={brought ? BROUGHT : wanted || ALL}
        onChange={setGroup}
        choices={[
          { value: ALL, label: k('everyone') },
          { value: BROUGHT, label: k('brought') },
          ...groups.map(({ key, name }) => ({ value: key, label: name })),
        ]}
      />
      <div className={ui.actions}>
        <Button aria-expanded={shows} onPress={() => setShows(!shows)}>
          {k(shows ? 'closeGroups' : 'groups')}
        </Button>
        <Button onPress={() => setBrings(true)}>{k('bring')}</Button>
      </div>
      {brings ? (
        <Bringing
          onClose={() => setBrings(false)}
          onDone={() => {
            setGroup(BROUGHT);
            setBrings(false);
          }}
        />
      ) : null}
      {shows ? <Groups /> : null}
      {chosen.length > 0 ? <Many chosen={chosen} groups={groups} onNone={() => setChosen([])} /> : null}
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{none}</p> : null}
      <ul className={desk.list}>
        <Soon rows={all}>
          {({ email, name, orders, lastOn }) => (
            <li key={email} className={desk.item}>
              <input
                type="checkbox"
                aria-label={k('choose', { name: name || email })}
                checked={chosen.includes(email)}
                onChange={() =>
                  setChosen(chosen.includes(email) ? chosen.filter((one) => one !== email) : [...chosen, email])
                }
              />
              <button type="button" className={desk.row} onClick={() => setOpen(email)}>
                <span className={desk.who}>
                  <strong>{name || email}</strong>
                  <br />
                  <span className={ui.help}>
                    {[
                      name ? email : '',
                      typeof lastOn === 'number' ? w('lastOn', { when: when(lastOn) }) : k('neverBought'),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
                <span>{ordersOf(orders)}</span>
              </button>
            </li>
          )}
        </Soon>
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {w('more')}
        </Button>
      ) : null}
    </section>
  );
}
