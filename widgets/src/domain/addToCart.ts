/**
 * The add-to-cart button as a machine. Pure: who calls it keeps the time.
 *
 *   idle --press--> adding --succeeded--> accepted --1000 ms--> added --2000 ms--> idle
 *                      \---failed--> refused --1000 ms--> idle
 *                      \---cancelled--> idle        (the product's form was closed)
 *                      \---left--> leaving            (express checkout, subscription: the page is about to change)
 */
export type ButtonState = 'idle' | 'adding' | 'accepted' | 'added' | 'refused' | 'leaving';
export type ButtonEvent = 'press' | 'succeeded' | 'failed' | 'left' | 'cancelled' | 'elapsed';

/** From the success answer to 'Added!' (W-024, W-025). Milliseconds. */
export const ADDED_AFTER_MS = 1000;
/** From 'Added!' back to the button's own label (W-026). Milliseconds. */
export const RESET_AFTER_MS = 2000;
/** From a refusal back to the button's own label (W-027). Milliseconds. */
export const REFUSED_RESET_AFTER_MS = 1000;

const TABLE: Record<ButtonState, Partial<Record<ButtonEvent, ButtonState>>> = {
  idle: { press: 'adding' },
  adding: { succeeded: 'accepted', failed: 'refused', left: 'leaving', cancelled: 'idle' },
  accepted: { elapsed: 'added' },
  added: { elapsed: 'idle' },
  refused: { elapsed: 'idle' },
  leaving: {},
};

/** What does not stand in the table changes nothing: a second press, a late answer (W-028, W-029). */
export const nextButtonState = (state: ButtonState, event: ButtonEvent): ButtonState => TABLE[state][event] ?? state;

/** How long a state lasts by itself; undefined for one that waits for an event. Milliseconds. */
export function durationOf(state: ButtonState): number | undefined {
  switch (state) {
    case 'accepted':
      return ADDED_AFTER_MS;
    case 'added':
      return RESET_AFTER_MS;
    case 'refused':
      return REFUSED_RESET_AFTER_MS;
    case 'idle':
    case 'adding':
    case 'leaving':
      return undefined;
  }
}

/** Which of the three labels a state shows. */
export function labelOf(state: ButtonState): 'own' | 'adding' | 'added' {
  switch (state) {
    case 'adding':
    case 'accepted':
    case 'refused':
    case 'leaving':
      return 'adding';
    case 'added':
      return 'added';
    case 'idle':
      return 'own';
  }
}
