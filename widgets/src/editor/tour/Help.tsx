import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { beginTour, endOffer, mayOffer } from './offer.ts';
import { u } from './text.ts';
import styles from './tour.module.css';

type Props = {
  isNew: boolean;
  /** Whether it is the one above all else: the offer stands there, until Home is opened again; help that is known stands last. */
  isFirst: boolean;
};

/** The tour, offered to whoever is here for the first time; afterwards it can be asked for. */
export function Help({ isNew, isFirst }: Props) {
  const [wasOffered] = useState(() => isNew && mayOffer());
  const [isOffered, setOffered] = useState(wasOffered);
  const end = () => {
    endOffer();
    setOffered(false);
  };
  const [isLost, setLost] = useState(false);
  const begin = async () => {
    setLost(false);
    try {
      await beginTour();
      setOffered(false);
    } catch {
      setLost(true);
    }
  };
  if (isFirst !== wasOffered) return null;
  return (
    <section className={styles.card} aria-label={u('help')}>
      <h3>{u(isOffered ? 'offer' : 'help')}</h3>
      <p className={styles.text}>{u(isOffered ? 'offerText' : 'helpText')}</p>
      <div className={`${ui.actions} ${ui.start}`}>
        <Button {...(isOffered ? { look: 'primary' as const } : {})} onPress={() => begin()}>
          {u('begin')}
        </Button>
        {isOffered ? <Button onPress={end}>{u('refuse')}</Button> : null}
      </div>
      {isLost ? <Problem text={u('lost')} /> : null}
    </section>
  );
}
