import { type Target, type Wrapped, wrap } from './wrap.ts';

/** An event as YUI shows it: its members are the browser's, and what was elements are nodes. */
export type Facade = Record<string, unknown> & { currentTarget: Wrapped | null };

/** The event for a handler of `element`; members of a `detail` are members of the event. */
export function facadeOf(event: Event, element: Target): Facade {
  const native = event as unknown as Record<string, unknown>;
  const facade: Record<string, unknown> = { ...(native.detail as object) };
  for (const name in event) if (typeof native[name] !== 'object') facade[name] ??= native[name];
  for (const name of ['preventDefault', 'stopPropagation', 'stopImmediatePropagation'] as const)
    facade[name] = () => event[name]();
  return Object.assign(facade, {
    _event: event,
    _currentTarget: element,
    target: wrap(event.target),
    currentTarget: wrap(element),
    relatedTarget: wrap(native.relatedTarget),
    touches: native.touches,
    changedTouches: native.changedTouches,
    wheelDelta: -Math.sign((native.deltaY as number) || 0),
    halt() {
      event.preventDefault();
      event.stopPropagation();
    },
  });
}
