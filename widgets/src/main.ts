import './styles/entry.css';
import { start } from './islands/loader.ts';
import { PLACES } from './islands/places.ts';
import { onIdle } from './islands/triggers.ts';

const registry = () => import('./islands/registry.ts');

// The button's wrapper is visible at the page's start, cart or no cart.
for (const el of document.querySelectorAll('.sqs-add-to-cart-button-wrapper')) el.classList.add('visible');
start(PLACES, registry);

// A press on what is only looked for later is kept, and played when its widget waits for it.
let early: HTMLElement | null = null;
addEventListener('click', ({ target }) => {
  early = (target as HTMLElement).closest('[data-widget-state]') ? null : (target as HTMLElement);
});
// The list of chunks is there before the first touch; what stands on the page is counted without any widget's code.
onIdle(() => void registry().then(({ rest }) => rest(start, () => early), reportError));
