import { t } from '../text/text.ts';
import type { StepName } from './words/en.ts';

/** A step of the tour, with the control that it points at. */
export type Step = { name: StepName; find: () => Element | null | undefined };

/** Whether a control can be seen where it stands, or scrolled to. */
const isSeen = (element: Element): boolean => element.checkVisibility?.() ?? true;

const one = (selector: string) => document.querySelector(selector);
const part = (path: string) => one(`nav > a[href="/config/${path}"]`);
/** A button of the top bar by the words on it, or by its name. */
const called = (name: string) =>
  [...document.querySelectorAll('header button')].find(
    (button) => button.textContent === name || button.getAttribute('aria-label') === name,
  );
/** The site beside the panels; in a narrow window the button that shows it. */
const site = () => {
  const frame = one('main > iframe')?.parentElement;
  return frame && isSeen(frame) ? frame : (called(t('shell.see')) ?? called(t('shell.edit')));
};

const STEPS: readonly Step[] = [
  { name: 'tools', find: () => one('nav > a[href^="/config/"]')?.parentElement },
  { name: 'site', find: site },
  { name: 'undo', find: () => one('header > h1 + button') },
  { name: 'shop', find: () => part('commerce') },
  { name: 'find', find: () => called(t('shell.find')) },
  { name: 'publish', find: () => called(t('publish.open')) },
  { name: 'help', find: () => part('home') },
];

/** The control that a step points at; none where this person, or a window of this width, does not have it. */
export function targetOf({ find }: Step): Element | undefined {
  const found = find();
  return found && isSeen(found) ? found : undefined;
}

/** The steps that somebody can follow here: a role that may not publish is shown no button for it. */
export const stepsHere = (): Step[] => STEPS.filter((step) => targetOf(step) !== undefined);
