import { useState } from 'react';
import home from '../home/home.module.css';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { beginTour, endOffer, mayOffer } from './state.ts';
import { u } from './text.ts';

/** The tour, offered to whoever is here for the first time; afterwards it can be asked for. */
export function Help({ isNew }: { isNew: boolean }) {
  const [isOffered, setOffered] = useState(() => isNew && mayOffer());
  const end = () => {
    endOffer();
    setOffered(false);
  };
  const begin = () => {
    setOffered(false);
    beginTour();
  };
  return (
    <section className={home.card} aria-label={u('help')}>
      <h3>{u(isOffered ? 'offer' : 'help')}</h3>
      <p className={home.text}>{u(isOffered ? 'offerText' : 'helpText')}</p>
      <div className={`${ui.actions} ${ui.start}`}>
        <Button {...(isOffered ? { look: 'primary' as const } : {})} onPress={begin}>
          {u('begin')}
        </Button>
        {isOffered ? <Button onPress={end}>{u('refuse')}</Button> : null}
      </div>
    </section>
  );
}
