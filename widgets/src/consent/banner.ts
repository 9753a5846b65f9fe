import { type Answer, asksNotToBeFollowed, CATEGORIES, type Category } from './answer.ts';
import { STYLE } from './style.ts';

/** What the banner says and asks, as the build wrote it. */
export type Question = { template: HTMLTemplateElement; asked: ReadonlySet<Category> };

/**
 * Shows the banner, and hands on what the visitor answers. `isWanted`: the visitor came for it, so it takes the focus, can be
 * closed as it is, and gives the focus back. Answers how to take it away.
 */
export function showBanner(
  { template, asked }: Question,
  before: Answer,
  isWanted: boolean,
  answered: (answer: Answer) => void,
): () => void {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const style = document.createElement('style');
  style.textContent = STYLE;
  shadow.append(style, document.importNode(template.content, true));
  const one = (selector: string) => shadow.querySelector<HTMLElement>(selector);
  const section = one('section');
  const button = (name: string) => one(`[data-do="${name}"]`);
  const boxes = [...shadow.querySelectorAll<HTMLInputElement>('input[name]')];
  section?.setAttribute('dir', getComputedStyle(document.documentElement).direction);
  const cameFrom = document.activeElement as HTMLElement | null;
  const signal = asksNotToBeFollowed();
  const signalNote = one('[data-signal]');
  if (signalNote) signalNote.hidden = !(signal && asked.has('marketing'));

  const makeRoom = () => {
    document.documentElement.style.scrollPaddingBlockEnd = `${section?.offsetHeight ?? 0}px`;
  };
  const leave = () => {
    host.remove();
    document.documentElement.style.scrollPaddingBlockEnd = '';
    if (isWanted) cameFrom?.focus();
  };
  const answer = (granted: (category: Category) => boolean) => {
    leave();
    const given = CATEGORIES.filter((category) => asked.has(category)).map((category) => [category, granted(category)]);
    answered(Object.fromEntries(given) as Answer);
  };
  const choices = one('fieldset');
  const choose = () => {
    if (choices) choices.hidden = false;
    button('choose')?.setAttribute('aria-expanded', 'true');
    for (const [name, hidden] of [
      ['choose', true],
      ['save', false],
    ] as const) {
      const el = button(name);
      if (el) el.hidden = hidden;
    }
    makeRoom();
  };
  const tick = (box: HTMLInputElement) => {
    box.checked = before[box.name as Category] === true;
  };
  boxes.forEach(tick);

  const acts: Record<string, () => void> = {
    reject: () => answer(() => false),
    // Whose browser asks not to be followed agrees to that alone by its own switch.
    accept: () => answer((category) => !(signal && category === 'marketing')),
    choose: () => {
      choose();
      boxes[0]?.focus();
    },
    save: () => answer((category) => boxes.some(({ name, checked }) => name === category && checked)),
    close: leave,
  };
  for (const [name, act] of Object.entries(acts)) button(name)?.addEventListener('click', act);
  if (isWanted) {
    const close = button('close');
    if (close) close.hidden = false;
    choose();
    section?.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') leave();
    });
  }
  // First in the page: whoever goes by keyboard meets it first. It lies over the page, so nothing moves.
  document.body.prepend(host);
  makeRoom();
  if (isWanted) section?.focus();
  return leave;
}
