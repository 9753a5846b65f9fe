import type { StepName } from './words/en.ts';

/** A step of the tour, with the controls that it points at: the first that is seen counts. */
export type Step = { name: StepName; at: readonly string[] };

const marked = (name: string): string => `[data-tour="${name}"]`;

const STEPS: readonly Step[] = [
  { name: 'tools', at: [marked('tools')] },
  { name: 'site', at: [marked('site'), marked('see')] },
  { name: 'undo', at: [marked('undo')] },
  { name: 'shop', at: [`${marked('tools')} [href$="/config/commerce"]`] },
  { name: 'find', at: [marked('find')] },
  { name: 'publish', at: [marked('publish')] },
  { name: 'help', at: [`${marked('tools')} [href$="/config/home"]`] },
];

/** Whether a control can be seen where it stands, or scrolled to. */
const isSeen = (element: Element): boolean => element.checkVisibility?.() ?? true;

/** The control that a step points at; none where this person, or a window of this width, does not have it. */
export const targetOf = ({ at }: Step): Element | undefined =>
  at.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isSeen);

/** The steps that somebody can follow here: a role that may not publish is shown no button for it. */
export const stepsHere = (): Step[] => STEPS.filter((step) => targetOf(step) !== undefined);
