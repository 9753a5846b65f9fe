import { useEffect, useRef, useState } from 'react';
import { ownCards, removeOwnCard } from '../client/account.ts';
import { failureOf } from '../client/failure.ts';
import { purchaseMessage } from '../client/failureText.ts';
import type { OwnCard } from '../contract/types.ts';
import { text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Account.module.css';

/** What the provider calls a card, as it is read: `visa` is Visa, `sepa_debit` Sepa debit. */
const nameOf = (brand: string) => (brand.charAt(0).toUpperCase() + brand.slice(1)).replaceAll('_', ' ');

function told({ brand, last4, expiryMonth, expiryYear }: OwnCard): string {
  const name = last4 ? `${nameOf(brand)} •••• ${last4}` : nameOf(brand);
  if (!expiryMonth || !expiryYear) return name;
  const date = `${String(expiryMonth).padStart(2, '0')}/${expiryYear}`;
  return `${name}, ${text('accountCardExpires', { date })}`;
}

/** The cards that are kept for the person, each with a way to remove it. Nothing stands here while there never was one. */
export function OwnCards() {
  const [cards, setCards] = useState<OwnCard[]>([]);
  const [busy, setBusy] = useState('');
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState('');
  const [asked, setAsked] = useState(0);
  const title = useRef<HTMLHeadingElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is what asks
  useEffect(() => {
    let here = true;
    ownCards().then(
      (found) => here && setCards(found.cards),
      (thrown: unknown) => here && setFault(purchaseMessage(failureOf(thrown))),
    );
    return () => {
      here = false;
    };
  }, [asked]);

  async function remove(id: string) {
    setBusy(id);
    setFault('');
    setMessage('');
    try {
      setCards((await removeOwnCard(id)).cards);
      setMessage(text('accountCardRemoved'));
      // The button is gone: who works by keyboard or ear goes on at the heading.
      title.current?.focus();
    } catch (thrown) {
      setFault(purchaseMessage(failureOf(thrown)));
    } finally {
      setBusy('');
    }
  }

  if (cards.length === 0 && !message && !fault) return null;
  return (
    <section aria-labelledby="loggia-own-cards">
      <h2 id="loggia-own-cards" ref={title} tabIndex={-1}>
        {text('accountCards')}
      </h2>
      <p>{text('accountCardsHow')}</p>
      <ul className={styles.orders}>
        {cards.map((card) => (
          <li key={card.id} className={styles.order}>
            <div className={styles.choice}>
              <span>{told(card)}</span>
              <Button
                kind="secondary"
                busy={busy === card.id}
                aria-label={`${text('accountCardRemove')}: ${told(card)}`}
                onClick={() => void remove(card.id)}
              >
                {text('accountCardRemove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <p role="status">{message}</p>
      <p role="alert" className={styles.fault}>
        {fault}
      </p>
      {fault && cards.length === 0 ? (
        <Button
          kind="secondary"
          onClick={() => {
            setFault('');
            setAsked(asked + 1);
          }}
        >
          {text('accountTryAgain')}
        </Button>
      ) : null}
    </section>
  );
}
