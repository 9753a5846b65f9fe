import { parseQuery, QUERY_KEYS_MAXIMUM } from './queryString.ts';

test('W-018 N-096 1001 keys are read as 1000', () => {
  const text = Array.from({ length: 1001 }, (_, index) => `k${index}=1`).join('&');
  expect(QUERY_KEYS_MAXIMUM).toBe(1000);
  expect(parseQuery(text).size).toBe(1000);
  expect(parseQuery(text).has('k1000')).toBe(false);
});

test('the first of each name counts', () => {
  expect([...parseQuery('?a=1&b=%C3%A4&a=3')].sort()).toEqual([
    ['a', '1'],
    ['b', 'ä'],
  ]);
  expect(parseQuery('').size).toBe(0);
});
