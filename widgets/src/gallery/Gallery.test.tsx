import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage } from '../test/shop.ts';
import Gallery, { read } from './Gallery.island.tsx';

const island = { default: Gallery, read };
const PICTURES = ['Oven', 'Mill', 'Shop'];
const open = (design: string, options: object = {}, figures = PICTURES) => {
  openPage();
  const written = JSON.stringify({ design, ...options }).replaceAll('"', '&quot;');
  return mountOn(
    `<div class="sqs-gallery-container" data-widget="gallery" data-design="${design}" data-options="${written}">${figures
      .map(
        (name, at) =>
          `<figure class="sqs-gallery-item">${at === 1 ? '<a href="/mill">' : ''}<img src="/${name}.jpg" alt="${name}">${
            at === 1 ? '</a>' : ''
          }<figcaption>${name} at dawn</figcaption></figure>`,
      )
      .join('')}</div>`,
    island,
  );
};
const place = () => screen.getByRole('status').textContent;
const forward = () => document.querySelector('figure[data-active] img')?.getAttribute('alt');
const lessMotion = (asked: boolean) =>
  jest.spyOn(window, 'matchMedia').mockImplementation((media) => ({ matches: asked, media }) as MediaQueryList);

beforeEach(() => lessMotion(false));
afterEach(() => jest.useRealTimers());

test('W-203 a grid that only shows stays plain markup', () => {
  const el = open('grid');
  expect(el.querySelector('.loggia-gallery-pictures')).toBeNull();
  expect(el.querySelectorAll('figure')).toHaveLength(3);
});

test('the page’s own pictures are kept: none is drawn again', () => {
  openPage();
  document.body.innerHTML = '';
  const el = open('slideshow');
  expect([...el.querySelectorAll('.loggia-gallery-track figure img')].map((img) => img.getAttribute('src'))).toEqual([
    '/Oven.jpg',
    '/Mill.jpg',
    '/Shop.jpg',
  ]);
});

test('W-204 N-105 autoplay goes on after 5 seconds, not after 4.9, and goes round', () => {
  jest.useFakeTimers();
  open('slideshow', { autoplay: true });
  act(() => jest.advanceTimersByTime(4900));
  expect(place()).toBe('1 of 3');
  act(() => jest.advanceTimersByTime(100));
  expect(place()).toBe('2 of 3');
  expect(forward()).toBe('Mill');
  act(() => jest.advanceTimersByTime(5000));
  act(() => jest.advanceTimersByTime(5000));
  expect(place()).toBe('1 of 3');
});

test('W-204 the owner’s duration counts', () => {
  jest.useFakeTimers();
  open('slideshow', { autoplay: true, 'autoplay-duration': 2 });
  act(() => jest.advanceTimersByTime(2000));
  expect(place()).toBe('2 of 3');
});

test('autoplay pauses by its button, under a hand and under the focus, and never starts for who asks for less motion', () => {
  jest.useFakeTimers();
  const el = open('slideshow', { autoplay: true });
  const carousel = within(el).getByRole('group', { name: 'Gallery' });
  const wait = () => act(() => jest.advanceTimersByTime(6000));
  fireEvent.click(screen.getByRole('button', { name: 'Pause the slideshow' }));
  wait();
  expect(place()).toBe('1 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Start the slideshow' }));
  fireEvent.pointerEnter(carousel, { pointerType: 'mouse' });
  wait();
  expect(place()).toBe('1 of 3');
  fireEvent.pointerLeave(carousel);
  fireEvent.focus(screen.getByRole('button', { name: 'Pause the slideshow' }));
  wait();
  expect(place()).toBe('1 of 3');

  lessMotion(true);
  open('slideshow', { autoplay: true });
  wait();
  expect(place()).toBe('1 of 3');
  expect(screen.getByRole('button', { name: 'Start the slideshow' })).toBeInTheDocument();
});

test('while it turns by itself nothing is spoken; afterwards each picture is', () => {
  open('slideshow', { autoplay: true });
  expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'off');
  fireEvent.click(screen.getByRole('button', { name: 'Pause the slideshow' }));
  expect(screen.getByRole('status')).toHaveAttribute('aria-live', 'polite');
});

test('W-205 with controls two buttons turn the pictures; without there are none', async () => {
  open('slideshow', { controls: true });
  await userEvent.click(screen.getByRole('button', { name: 'Next picture' }));
  expect(place()).toBe('2 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Previous picture' }));
  await userEvent.click(screen.getByRole('button', { name: 'Previous picture' }));
  expect(place()).toBe('3 of 3');
  open('slideshow');
  expect(screen.queryByRole('button', { name: 'Next picture' })).toBeNull();
});

test('the arrow keys, Home and End turn the pictures', async () => {
  open('slider');
  act(() => screen.getByRole('region', { name: 'Gallery' }).focus());
  await userEvent.keyboard('{ArrowRight}');
  expect(place()).toBe('2 of 3');
  await userEvent.keyboard('{End}');
  expect(place()).toBe('3 of 3');
  await userEvent.keyboard('{ArrowLeft}{Home}');
  expect(place()).toBe('1 of 3');
});

test('W-206 with thumbnails a strip of small pictures; without none', async () => {
  open('slideshow', { thumbnails: true });
  expect(screen.getAllByRole('button', { name: /Show picture/ })).toHaveLength(3);
  const third = screen.getByRole('button', { name: 'Show picture 3: Shop' });
  await userEvent.click(third);
  expect(place()).toBe('3 of 3');
  expect(third).toHaveAttribute('aria-current', 'true');
  open('slideshow');
  expect(screen.queryByRole('button', { name: /Show picture/ })).toBeNull();
});

describe('where things stand', () => {
  const at = (name: 'offsetLeft' | 'offsetWidth' | 'clientWidth', value: (el: HTMLElement) => number) =>
    jest.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(function (this: HTMLElement) {
      return value(this);
    });
  const indexOf = (el: HTMLElement) => [...(el.parentElement?.children ?? [])].indexOf(el);
  beforeEach(() => {
    jest.useFakeTimers();
    at('offsetLeft', (el) => (el.matches('figure,button') ? indexOf(el) * 100 : 0));
    at('offsetWidth', () => 100);
    jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(100);
  });

  test('W-011 N-060 the strip goes to the picture in 300 ms; at once for those who ask for less motion', () => {
    open('slideshow', { thumbnails: true });
    const strip = document.querySelector('.loggia-gallery-strip') as HTMLElement;
    act(() => jest.advanceTimersByTime(400));
    fireEvent.click(screen.getByRole('button', { name: 'Show picture 3: Shop' }));
    act(() => jest.advanceTimersByTime(280));
    expect(strip.scrollLeft).toBeGreaterThan(0);
    expect(strip.scrollLeft).toBeLessThan(200);
    act(() => jest.advanceTimersByTime(40));
    expect(strip.scrollLeft).toBe(200);
    lessMotion(true);
    fireEvent.click(screen.getByRole('button', { name: 'Show picture 2: Mill' }));
    expect(strip.scrollLeft).toBe(100);
  });

  test('W-010 N-057 a burst of resizes: the picture in front is put right once, 100 ms after the last', () => {
    open('slideshow', { controls: true });
    fireEvent.click(screen.getByRole('button', { name: 'Next picture' }));
    const scrolled = jest.spyOn(Element.prototype, 'scrollTo').mockReturnValue();
    for (let turn = 0; turn < 5; turn += 1) {
      window.dispatchEvent(new Event('resize'));
      jest.advanceTimersByTime(50);
    }
    jest.advanceTimersByTime(49);
    expect(scrolled).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(scrolled.mock.calls).toEqual([[{ left: 100, behavior: 'auto' }]]);
  });
});

test('W-208 with lightbox a picture opens large, in its theme, and goes on by arrows; without nothing opens', async () => {
  open('grid', { lightbox: true });
  await userEvent.click(screen.getByRole('button', { name: 'Open picture 3: Shop' }));
  await settle();
  const dialog = await screen.findByRole('dialog', { name: 'Gallery' });
  expect(dialog).toHaveAttribute('data-theme', 'dark');
  // The mill has a link: it is not among what opens.
  expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 2');
  await userEvent.keyboard('{ArrowRight}');
  expect(within(dialog).getByRole('status')).toHaveTextContent('1 of 2');
  expect(within(dialog).getByRole('img', { name: 'Oven' })).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  open('slideshow');
  await userEvent.click(screen.getByRole('img', { name: 'Oven', hidden: true }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('W-208 Enter opens, in the light theme where the owner chose it', async () => {
  open('stacked', { lightbox: true, lightboxTheme: 'light' });
  act(() => screen.getByRole('button', { name: 'Open picture 1: Oven' }).focus());
  await userEvent.keyboard('{Enter}');
  await settle();
  expect(await screen.findByRole('dialog')).toHaveAttribute('data-theme', 'light');
});

test('W-122 a press that began before the picture could take the focus gives it back on closing all the same', async () => {
  open('grid', { lightbox: true });
  const picture = screen.getByRole('button', { name: 'Open picture 1: Oven' });
  fireEvent.click(picture); // no mousedown on it: the focus has not moved
  await settle();
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(picture).toHaveFocus();
});

test('W-209 a picture with a link follows it, in a new window where the owner asked', () => {
  open('grid', { lightbox: true, newWindow: true });
  expect(screen.queryByRole('button', { name: /Mill/ })).toBeNull();
  expect(screen.getByRole('link', { name: 'Mill' })).toHaveAttribute('target', '_blank');
  open('slider');
  expect(screen.getByRole('link', { name: 'Mill' })).not.toHaveAttribute('target');
});

test('the container gives its role and its Tab stop to the widget; a film keeps its place and opens nothing', () => {
  openPage();
  const el = mountOn(
    `<div class="sqs-gallery-container" data-widget="gallery" data-design="slideshow" role="region" tabindex="0" aria-label="Harvest" data-options='{"lightbox":true,"thumbnails":true}'><figure><img src="/a.jpg" alt="A"></figure><figure><video src="/v.mp4" poster="/v.jpg" controls></video></figure></div>`,
    island,
  );
  expect(el).not.toHaveAttribute('tabindex');
  expect(screen.getAllByRole('region', { name: 'Harvest' })).toHaveLength(1);
  expect(el.querySelectorAll('.loggia-gallery-track figure')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /^Open/ })).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Show picture 2' }).querySelector('img')).toHaveAttribute('src', '/v.jpg');
});

test('no accessibility violation', async () => {
  open('slideshow', { autoplay: true, controls: true, thumbnails: true, lightbox: true });
  expect(await axe(document.body, { rules: { region: { enabled: false } } })).toHaveNoViolations();
});
