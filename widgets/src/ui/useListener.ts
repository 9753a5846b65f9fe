import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Hears an event of an element that is no control itself: what stands around controls, or scrolls. */
export function useListener<K extends keyof HTMLElementEventMap>(
  ref: RefObject<HTMLElement | null>,
  type: K,
  heard: (event: HTMLElementEventMap[K]) => void,
): void {
  const hear = useEffectEvent(heard);
  useEffect(() => {
    const el = ref.current;
    const listen = (event: HTMLElementEventMap[K]) => hear(event);
    el?.addEventListener(type, listen);
    return () => el?.removeEventListener(type, listen);
  }, [ref, type]);
}
