import { frameAddress } from './embed.ts';

test('only web addresses are framed; a player that can starts once it was asked for', () => {
  const at = (src: string) => frameAddress(src, 'https://bakery.test/blog/');
  expect(at('//www.youtube.com/embed/x?rel=0')).toEqual({
    src: 'https://www.youtube.com/embed/x?rel=0&autoplay=1',
    host: 'www.youtube.com',
  });
  expect(at('https://films.test/7')).toEqual({ src: 'https://films.test/7', host: 'films.test' });
  expect([at('javascript:alert(1)'), at('data:text/html,x'), at('https://[')]).toEqual([null, null, null]);
});
