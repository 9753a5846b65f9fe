import { screen } from '@testing-library/react';
import { renderIn } from '../test/render.tsx';
import { Tabs } from './Tabs.tsx';

const TABS = ['Products', 'Orders', 'Figures'].map((label) => ({ id: label, label, body: <p>{`All ${label}`}</p> }));

/** A window of this kind, until the test ends. */
function windowIs(isWide: boolean) {
  const before = window.matchMedia;
  window.matchMedia = ((media: string) => ({
    matches: isWide,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
  return () => {
    window.matchMedia = before;
  };
}

test.each([
  [true, 'vertical', '{ArrowDown}'],
  [false, 'horizontal', '{ArrowRight}'],
])('S-309 many tabs stand beside what they show where there is room (%s: %s)', async (isWide, orientation, key) => {
  const restore = windowIs(isWide);
  const { user } = renderIn(<Tabs label="Shop" tabs={TABS} isMany />);
  expect(screen.getByRole('tablist', { name: 'Shop' })).toHaveAttribute('aria-orientation', orientation);
  await user.click(screen.getByRole('tab', { name: 'Products' }));
  await user.keyboard(key);
  expect(screen.getByRole('tabpanel', { name: 'Orders' })).toHaveTextContent('All Orders');
  restore();
});

test('S-309 a few tabs are a row, and the chosen one is scrolled to', async () => {
  const seen: string[] = [];
  const scroll = jest.fn(function scroll(this: HTMLElement) {
    seen.push(this.textContent ?? '');
  });
  Element.prototype.scrollIntoView = scroll;
  renderIn(<Tabs label="Shop" tabs={TABS} selected="Figures" />);
  expect(screen.getByRole('tablist', { name: 'Shop' })).toHaveAttribute('aria-orientation', 'horizontal');
  await screen.findByText('All Figures');
  await new Promise((done) => requestAnimationFrame(done));
  expect(seen).toContain('Figures');
});

test('S-799 what a tab shows is asked for when the tab is pointed at', async () => {
  const pointed = jest.fn();
  const tabs = TABS.map((tab) => (tab.id === 'Figures' ? { ...tab, onPointedAt: pointed } : tab));
  const { user } = renderIn(<Tabs label="Shop" tabs={tabs} />);
  await user.hover(screen.getByRole('tab', { name: 'Orders' }));
  expect(pointed).not.toHaveBeenCalled();
  await user.hover(screen.getByRole('tab', { name: 'Figures' }));
  expect(pointed).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true');
  // The one that is open is asked for by what it shows.
  await user.click(screen.getByRole('tab', { name: 'Figures' }));
  await user.hover(screen.getByRole('tab', { name: 'Orders' }));
  await user.hover(screen.getByRole('tab', { name: 'Figures' }));
  expect(pointed).toHaveBeenCalledTimes(1);
});
