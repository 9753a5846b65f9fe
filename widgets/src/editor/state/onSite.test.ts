import { onSite } from './onSite.ts';

test.each([
  ['/assets/files/bread-100w.webp', 'https://shop.example/'],
  ['/assets/./a.webp', 'https://shop.example/'],
  ['/assets/../a b.webp', 'https://shop.example/de/'],
  ['//images.example/a.webp', 'https://shop.example/'],
  ['https://images.example/a.webp', 'https://shop.example/'],
  ['bread.webp', 'https://shop.example/de/'],
  ['/bread.webp?v=1#top', '/'],
  ['/bread.webp', '/'],
])('S-189 %s of the site at %s is what a browser makes of it', (address, previewUrl) => {
  expect(onSite(previewUrl, address)).toBe(new URL(address, new URL(previewUrl, window.location.href)).href);
});
