/** Hears events until the gallery goes. */
export type Hear = (target: EventTarget, types: string, run: (event: Event) => void) => void;

/** A `Hear` and its end. */
export function hearing(): [hear: Hear, stop: () => void] {
  const stop = new AbortController();
  const options = { signal: stop.signal };
  const hear: Hear = (target, types, run) => {
    for (const type of types.split(' ')) target.addEventListener(type, run, options);
  };
  return [hear, () => stop.abort()];
}

/** Whatever a template makes a control of, a keyboard reaches it too. */
export function press(hear: Hear, element: HTMLElement, label: unknown, run: () => void): void {
  const isButton = element.matches('button, a[href]');
  if (!isButton) {
    element.tabIndex = 0;
    element.role ??= 'button';
    if (!element.textContent?.trim()) element.ariaLabel ??= label as string;
  }
  hear(element, 'click keydown', (event) => {
    const { key } = event as KeyboardEvent;
    if (key && (isButton || !/^(Enter| )$/.test(key))) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  });
}

/** Arrow keys, unless somebody writes or the gallery is out of sight; a finger that moves sideways by 40 pixels. */
export function moves(hear: Hear, container: HTMLElement, hasKeys: boolean, move: (step: number) => void): void {
  let start: Touch | undefined;
  hear(document, 'keydown', (event) => {
    const { key, target, defaultPrevented, altKey, ctrlKey, metaKey } = event as KeyboardEvent;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const { top, bottom } = container.getBoundingClientRect();
    if (!hasKeys || !step || bottom < 0 || top > innerHeight || defaultPrevented || altKey || ctrlKey || metaKey)
      return;
    if ((target as Element).closest?.('input, textarea, select, dialog, [contenteditable]')) return;
    event.preventDefault();
    move(step);
  });
  hear(container, 'touchstart', (event) => {
    start = (event as TouchEvent).touches[0];
  });
  hear(container, 'touchend', (event) => {
    const end = (event as TouchEvent).changedTouches[0];
    if (!start || !end) return;
    const [x, y] = [start.clientX - end.clientX, start.clientY - end.clientY];
    if (Math.abs(x) > 40 && Math.abs(x) > Math.abs(y)) move(Math.sign(x));
  });
}
