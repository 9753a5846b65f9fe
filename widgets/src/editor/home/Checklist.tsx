import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { local } from '../../platform/storage.ts';
import type { Home } from '../client/editor.ts';
import { call } from '../client/shop.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { h } from '../text/home.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import ui from '../ui/ui.module.css';
import styles from './home.module.css';

type Step = Home['steps'][number];
/** The kind of a list of products (`codes.collectionTypes`). */
const PRODUCTS = 13;
const HIDDEN = 'loggia.editor.checklist';

/** Whether the shop's own server takes money: what it tests with, and what only names ways by hand, does not. */
function useProvider(isAsked: boolean): boolean {
  const asked = useQuery({
    queryKey: ['payment-settings'],
    queryFn: () => call<components['schemas']['PaymentSettings']>('GET', '/api/commerce/payment-settings'),
    enabled: isAsked,
  });
  return asked.data !== undefined && !asked.data.testMode && !['test', 'manual'].includes(asked.data.provider);
}

/** What makes the site one's own, step by step; the site itself says what is done. */
export function Checklist({ home, onPublish }: { home: Home; onPublish: () => void }) {
  const { collections } = useSite();
  const [hidden, setHidden] = useState(() => local.read(HIDDEN) === 'hidden');
  const hasProvider = useProvider(home.steps.some(({ name, done }) => name === 'payment' && !done));
  const steps = home.steps.map(
    (step): Step => (step.name === 'payment' && hasProvider ? { ...step, done: true } : step),
  );
  const done = steps.filter((step) => step.done).length;
  const isAll = done === steps.length;
  if (steps.length === 0 || (isAll && hidden)) return null;

  const open: Record<Step['name'], () => void> = {
    name: () => go('website/settings'),
    logo: () => go('website/settings'),
    design: () => go('website/design'),
    product: () => {
      const shop = collections.find(({ type }) => type === PRODUCTS);
      go('website/pages', shop ? { collection: shop.folder } : {});
    },
    delivery: () => go('commerce', { part: 'delivery' }),
    payment: () => go('commerce', { part: 'payment' }),
    publish: onPublish,
  };
  return (
    <section className={styles.card} aria-label={h('home.steps')}>
      <header className={styles.head}>
        <h3>{h('home.steps')}</h3>
        <span className={ui.help}>{h('home.stepsDone', { done, all: steps.length })}</span>
      </header>
      <progress className={styles.progress} value={done} max={steps.length} aria-label={h('home.steps')} />
      {isAll ? (
        <div className={ui.actions}>
          <p className={styles.text}>{h('home.allDone')}</p>
          <Button
            onPress={() => {
              // Where the browser keeps nothing it is hidden until the page is loaded again.
              local.write(HIDDEN, 'hidden');
              setHidden(true);
            }}
          >
            {h('home.hide')}
          </Button>
        </div>
      ) : (
        <p className={styles.text}>{h('home.stepsHelp')}</p>
      )}
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.name} className={styles.step} data-done={step.done || undefined}>
            <span className={styles.mark}>{step.done ? <Icon name="check" /> : null}</span>
            <span className={styles.what}>
              <strong>{h(`home.${step.name}`)}</strong>
              <span className={ui.help}>{step.done ? h('home.done') : h(`home.${step.name}Help`)}</span>
            </span>
            <Button aria-label={h('home.open', { step: h(`home.${step.name}`) })} onPress={() => open[step.name]()}>
              {h('home.openIt')}
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
