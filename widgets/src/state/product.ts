import { atom, map, type PreinitializedMapStore } from 'nanostores';

/** What a shopper has chosen on one product, shared by all its widgets on the page. */
export type Choice = {
  /** Option name to value; an option that is not chosen is absent. */
  options: Record<string, string>;
  /** What stands in the quantity box, as typed. */
  quantity: string;
};

const choices = new Map<string, PreinitializedMapStore<Choice>>();

/** The one store of a product: variant selector, quantity, price, stock and button all read it. */
export function choiceOf(itemId: string): PreinitializedMapStore<Choice> {
  const known = choices.get(itemId);
  if (known) return known;
  const made = map<Choice>({ options: {}, quantity: '1' });
  choices.set(itemId, made);
  return made;
}

/** Chooses a value of an option; an empty value takes the choice back. */
export function choose(itemId: string, option: string, value: string): void {
  const store = choiceOf(itemId);
  const { [option]: _, ...rest } = store.get().options;
  store.setKey('options', value === '' ? rest : { ...rest, [option]: value });
}

/** Asks the first option that is not chosen to take the focus: the number goes up at each asking. */
export const askForChoice = new Map<string, ReturnType<typeof atom<number>>>();

export function choiceAsked(itemId: string) {
  const known = askForChoice.get(itemId);
  if (known) return known;
  const made = atom(0);
  askForChoice.set(itemId, made);
  return made;
}

/**
 * Every product starts again.
 * @internal for tests
 */
export function forgetChoices(): void {
  choices.clear();
  askForChoice.clear();
}
