import { act } from '@testing-library/react';
import type { IslandModule } from '../island.ts';
import { mount } from '../mount.tsx';

/** Puts static markup into the page and mounts a widget on its first element, as the loader does. */
const mounted: (() => void)[] = [];
afterEach(() => {
  act(() => {
    for (const unmount of mounted.splice(0)) unmount();
  });
});

export function mountOn<P extends object>(html: string, island: IslandModule<P>): HTMLElement {
  document.body.innerHTML = html;
  const el = document.body.firstElementChild as HTMLElement;
  act(() => {
    const unmount = mount(el, island);
    if (unmount) mounted.push(unmount);
  });
  return el;
}
