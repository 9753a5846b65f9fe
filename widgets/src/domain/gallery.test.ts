import { galleryOptions, isCarousel, needsScript, turn } from './gallery.ts';

test('W-203 G-093 four designs, and a grid where nothing or nothing known is said', () => {
  for (const design of ['grid', 'slideshow', 'slider', 'stacked'] as const)
    expect(galleryOptions({}, design).design).toBe(design);
  expect(galleryOptions({}).design).toBe('grid');
  expect(galleryOptions({ design: 'mosaic' }).design).toBe('grid');
});

test('W-204 a picture stands 5 seconds unless the owner says else, from 1 to 10', () => {
  const seconds = (given: unknown) => galleryOptions({ 'autoplay-duration': given }).autoplayDuration;
  expect([undefined, 3, 0, 11, 'x'].map(seconds)).toEqual([5, 3, 1, 10, 5]);
});

test('G-094 G-096 G-100 G-108 G-111 G-112 G-114 what is not said is off, centred and dark', () => {
  expect(galleryOptions({})).toMatchObject({
    autoplay: false,
    controls: false,
    thumbnails: false,
    lightbox: false,
    lightboxTheme: 'dark',
    newWindow: false,
    activeAlignment: 'center',
  });
});

test('only what moves or opens needs a script', () => {
  expect(needsScript(galleryOptions({}, 'grid'))).toBe(false);
  expect(needsScript(galleryOptions({ lightbox: true }, 'stacked'))).toBe(true);
  expect(needsScript(galleryOptions({}, 'slider'))).toBe(true);
  expect(isCarousel(galleryOptions({}, 'stacked'))).toBe(false);
});

test('the last picture is followed by the first, and the first comes after the last', () => {
  expect([turn(2, 1, 3), turn(0, -1, 3), turn(0, 1, 3), turn(0, 1, 0)]).toEqual([0, 2, 1, 0]);
});
