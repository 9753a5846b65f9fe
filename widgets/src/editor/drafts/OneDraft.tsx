import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styles from '../books/books.module.css';
import { call } from '../client/shop.ts';
import { OrderPage } from '../desk/OrderPage.tsx';
import { refusalOf } from '../text/refusal.ts';
import { Button } from '../ui/Button.tsx';
import { Badge, CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { Actions } from './Actions.tsx';
import { DRAFTS, emptyBody, pathOf, type Whole } from './draft.ts';
import { Form } from './Form.tsx';
import { Sums } from './Sums.tsx';
import { d } from './text.ts';

type Props = { id: string; onClose: () => void };

/** One draft: entered, worked out, and what becomes of it; a new one where there is no id. */
export function OneDraft({ id, onClose }: Props) {
  const client = useQueryClient();
  const [known, setKnown] = useState(id);
  const [order, setOrder] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const detail = useQuery({
    queryKey: ['draft', known],
    queryFn: () => call<Whole>('GET', pathOf(known)),
    enabled: known !== '',
    retry: false,
  });
  if (order) return <OrderPage id={order} onClose={() => setOrder(null)} />;

  /** Does something once, however often it is pressed; what the shop says against it is said. */
  const act = async (work: () => Promise<Whole | null>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setFailed(null);
    setSaved(false);
    try {
      const now = await work();
      await client.invalidateQueries({ queryKey: ['drafts'] });
      if (!now) {
        onClose();
        return true;
      }
      client.setQueryData(['draft', now.draft.id], now);
      setKnown(now.draft.id);
      return true;
    } catch (thrown) {
      setFailed(refusalOf(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const whole = detail.data;
  const draft = whole?.draft;
  const orderId = draft?.orderId;
  return (
    <section aria-label={d('title')} className={ui.stack}>
      <div className={ui.actions}>
        <Button onPress={onClose}>{d('back')}</Button>
      </div>
      {known !== '' && detail.isPending ? <Loading /> : null}
      {detail.isError ? <CannotLoad retry={() => void detail.refetch()} /> : null}
      <h3 className={styles.title}>{known === '' ? d('newDraft') : draft?.email || d('draft')}</h3>
      {draft ? (
        <p>
          <Badge>{d(`state.${draft.state}`)}</Badge>
        </p>
      ) : null}
      {failed ? <Problem text={failed} /> : null}
      {whole?.problem ? <Problem text={whole.problem} /> : null}
      {draft?.state === 'PLACED' && orderId ? (
        <div className={ui.actions}>
          <Button look="primary" onPress={() => setOrder(orderId)}>
            {d('order')}
          </Button>
        </div>
      ) : null}
      {known === '' || whole ? (
        <Form
          key={known === '' ? 'new' : 'kept'}
          body={whole?.body ?? emptyBody()}
          cart={whole?.cart}
          isPlaced={draft?.state === 'PLACED'}
          isLinked={draft?.state === 'SENT' || draft?.state === 'PAYING'}
          isBusy={isBusy}
          onSave={async (json) => {
            const done = await act(() =>
              known ? call<Whole>('PUT', pathOf(known), { json }) : call<Whole>('POST', DRAFTS, { json }),
            );
            setSaved(done);
            return done;
          }}
        />
      ) : null}
      <div role="status">{isSaved ? d('saved') : ''}</div>
      {whole && !whole.problem ? <Sums cart={whole.cart} /> : null}
      {whole && draft?.state !== 'PLACED' ? <Actions whole={whole} isBusy={isBusy} act={act} /> : null}
    </section>
  );
}
