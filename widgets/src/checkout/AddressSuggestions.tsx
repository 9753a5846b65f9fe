import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { placeCalls } from '../client/places.ts';
import type { PlaceDetails, Prediction } from '../contract/types.ts';
import { text } from '../text/text.ts';
import { useListener } from '../ui/useListener.ts';
import styles from './AddressSuggestions.module.css';

/** So long nothing is typed before anybody is asked. Milliseconds. */
export const PAUSE = 250;
/** Nobody is asked about less. Characters. */
const SHORTEST = 3;

export type Props = {
  /** The line of the address that is typed into. */
  input: HTMLInputElement;
  onChoose: (place: PlaceDetails) => void;
};

/** Once the shop has answered that it suggests no addresses, it is not asked again. */
let isAvailable = true;

/**
 * Addresses that may be meant, below the line they are typed into: a combobox whose list follows the arrow keys (WAI-ARIA
 * combobox pattern). Nothing is filled in before it is chosen, and nothing that fails stands in the way of typing.
 */
export function AddressSuggestions({ input, onChoose }: Props) {
  const id = useId();
  const [found, setFound] = useState<Prediction[]>([]);
  const [active, setActive] = useState(-1);
  const [works, setWorks] = useState(isAvailable);
  // Only the answer to what stands in the line now counts.
  const turn = useRef(0);
  const place = useRef<HTMLDivElement>(null);
  const isOpen = found.length > 0;

  const close = () => {
    turn.current += 1;
    setFound([]);
    setActive(-1);
  };
  const choose = (prediction: Prediction) => {
    close();
    placeCalls.details(prediction.placeId, 'checkout', 'shipping-address').then(onChoose, () => undefined);
  };
  const typed = useEffectEvent(() => {
    turn.current += 1;
    const mine = turn.current;
    setActive(-1);
    if (input.value.trim().length < SHORTEST) return setFound([]);
    setTimeout(() => {
      if (turn.current !== mine) return;
      placeCalls.autocomplete(input.value).then(
        ({ predictions, available }) => {
          isAvailable = available;
          setWorks(available);
          if (turn.current === mine) setFound(predictions);
        },
        () => undefined,
      );
    }, PAUSE);
  });
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isOpen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      // Before the first and behind the last stands the line itself.
      const places = found.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
      return;
    }
    const chosen = found[active];
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
  });
  const left = useEffectEvent(() => close());
  // The line keeps the focus, and hears the keys: a press must not take it.
  useListener(place, 'mousedown', (event) => event.preventDefault());
  useListener(place, 'click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null;
    const chosen = found[[...(place.current?.querySelectorAll('[role=option]') ?? [])].indexOf(option as Element)];
    if (chosen) choose(chosen);
  });

  useEffect(() => {
    if (!works) return;
    const hear = {
      input: () => typed(),
      keydown: (event: Event) => pressed(event as KeyboardEvent),
      blur: () => left(),
    };
    const all = Object.entries(hear);
    for (const [type, heard] of all) input.addEventListener(type, heard);
    input.setAttribute('role', 'combobox');
    input.setAttribute('aria-autocomplete', 'list');
    // What was typed while this came is asked about, too.
    const first = setTimeout(() => {
      if (input.value && document.activeElement === input) typed();
    });
    return () => {
      clearTimeout(first);
      for (const [type, heard] of all) input.removeEventListener(type, heard);
      for (const name of ['role', 'aria-autocomplete', 'aria-expanded', 'aria-controls', 'aria-activedescendant'])
        input.removeAttribute(name);
    };
  }, [input, works]);
  useEffect(() => {
    if (!works) return;
    input.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) input.setAttribute('aria-controls', id);
    else input.removeAttribute('aria-controls');
    if (active >= 0) input.setAttribute('aria-activedescendant', `${id}-${active}`);
    else input.removeAttribute('aria-activedescendant');
  }, [input, works, isOpen, active, id]);

  return (
    <div ref={place} className={styles.place}>
      <span role="status" className="loggia-visually-hidden">
        {isOpen ? text('checkoutAddressesFound', { count: String(found.length) }) : ''}
      </span>
      {isOpen ? (
        <div role="listbox" id={id} aria-label={text('checkoutAddresses')} className={styles.list}>
          {found.map((prediction, index) => (
            <div
              key={prediction.placeId}
              role="option"
              id={`${id}-${index}`}
              tabIndex={-1}
              aria-selected={index === active}
              className={styles.option}
            >
              {prediction.description}
            </div>
          ))}
        </div>
      ) : null}
    </div>
  );
}
