import { type Answer, CATEGORIES, type Category, keepAnswer, readAnswer } from './answer.ts';
import { showBanner } from './banner.ts';
import { tellGoogle } from './google.ts';
import { categoriesHeld, holdsGoogle, offerEach, reviveAll } from './live.ts';

/** An owner's own link to the settings leads there, on this page or another. */
const LINK = '#cookie-settings';

/** Tells the page, and whoever listens later, what was agreed to (`platform/tell.ts`, with which this shares no file). */
function tell(answer: Answer): void {
  const detail = { granted: answer.statistics === true, ...answer };
  window.loggiaTold ??= [];
  window.loggiaTold.push(['loggia:consent', detail]);
  window.dispatchEvent(new CustomEvent('loggia:consent', { detail }));
}

/** Asks, where it has not been answered yet, and lets live what was agreed to. */
export function startConsent(reload: () => void = () => location.reload()): void {
  const template = document.querySelector<HTMLTemplateElement>('template#loggia-consent');
  if (!template) return;
  const { version = '', months = '6' } = template.dataset;
  const held = categoriesHeld();
  const isAsked = (category: Category) =>
    held.has(category) || template.content.querySelector(`input[name="${category}"]`) !== null;
  const asked = new Set(CATEGORIES.filter(isAsked));

  let answer = readAnswer(version);
  let leave: (() => void) | undefined;
  const isGoogle = holdsGoogle();
  let isFirst = true;
  const letLive = () => {
    if (Object.values(answer).includes(true)) {
      tell(answer);
      if (isGoogle) tellGoogle(answer, isFirst);
      isFirst = false;
    }
    void reviveAll((category) => answer[category as Category] === true);
    offerEach();
  };
  const answered = (given: Answer) => {
    leave = undefined;
    const before = answer;
    answer = { ...before, ...given };
    keepAnswer(version, answer, Number(months));
    // What runs cannot be called back: the page begins anew, without it.
    const isTaken = CATEGORIES.some((category) => before[category] && !answer[category]);
    if (isTaken) tell(answer);
    if (isTaken) reload();
    else letLive();
  };
  const show = (isWanted: boolean) => {
    leave?.();
    leave = showBanner({ template, asked }, answer, isWanted, answered);
  };
  letLive();
  if (location.hash === LINK) {
    // Seen once: a page that begins anew after an answer does not ask again.
    history.replaceState(history.state, '', location.pathname + location.search);
    show(true);
  }
  if (!leave && [...asked].some((category) => answer[category] === undefined)) show(false);

  document.addEventListener('click', (event) => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>(`a[href$="${LINK}"]`);
    if (!link) return;
    // A link to another page with the settings leads to this one's as well.
    event.preventDefault();
    show(true);
  });
}
