import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { amount } from '../books/amount.ts';
import { call } from '../client/shop.ts';
import desk from '../desk/desk.module.css';
import { Lists } from '../desk/Lists.tsx';
import { useTyped } from '../desk/useTyped.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Soon } from '../ui/Soon.tsx';
import { Badge, CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { NewCard } from './NewCard.tsx';
import { OneCard } from './OneCard.tsx';
import { c } from './text.ts';

type Page = components['schemas']['GiftCards'];
type View = components['schemas']['GiftCardsView'];

const VIEWS: readonly View[] = ['ALL', 'OPEN', 'VOIDED'];

/** Gift cards: listed, found by what is known of them, one of them with its ledger, made and voided. */
export function GiftCards() {
  const [view, setView] = useState<View>('ALL');
  const [typed, setTyped, text] = useTyped();
  const [open, setOpen] = useState<string | null>(null);
  const [makes, setMakes] = useState(false);
  const list = useInfiniteQuery({
    queryKey: ['giftCards', view, text],
    initialPageParam: '',
    // Codes and addresses stand in the body: no log has them.
    queryFn: ({ pageParam }) =>
      call<Page>('POST', '/api/commerce/gift-cards/search', { json: { text, view, cursor: pageParam } }),
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  if (open) return <OneCard id={open} onClose={() => setOpen(null)} />;
  if (makes) return <NewCard onClose={() => setMakes(false)} />;
  const all = list.data?.pages.flatMap(({ cards }) => cards) ?? [];
  return (
    <section aria-label={c('cards')} className={ui.stack}>
      <div className={ui.actions}>
        <Button look="primary" onPress={() => setMakes(true)}>
          {c('newCard')}
        </Button>
      </div>
      <TextField
        label={c('search')}
        help={c('searchHelp')}
        type="search"
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      <Lists
        label={c('lists')}
        views={VIEWS}
        shown={view}
        name={(one) => c(`view.${one}`)}
        onChoose={(one) => {
          setView(one);
          setTyped('');
        }}
      />
      {list.isPending ? <Loading /> : null}
      {list.isError ? <CannotLoad retry={() => void list.refetch()} /> : null}
      {list.isSuccess && all.length === 0 ? <p>{c(text ? 'noneFound' : 'none')}</p> : null}
      <ul className={desk.list}>
        <Soon rows={all}>
          {(card) => (
            <li key={card.id}>
              <button type="button" className={desk.row} onClick={() => setOpen(card.id)}>
                <span className={desk.who}>
                  <strong>{card.codeEnd ? c('endsIn', { end: card.codeEnd }) : c('noEnd')}</strong>
                  <br />
                  <span className={ui.help}>{card.recipient || card.buyer || c(`source.${card.source}`)}</span>
                </span>
                {card.state === 'OPEN' ? null : <Badge>{c(`state.${card.state}`)}</Badge>}
                {card.testMode ? <Badge>{c('test')}</Badge> : null}
                <span>{amount(card.balanceCents, card.currency)}</span>
              </button>
            </li>
          )}
        </Soon>
      </ul>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {c('more')}
        </Button>
      ) : null}
    </section>
  );
}
