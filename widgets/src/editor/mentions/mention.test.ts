import { askedAt, composed, matching, mayName } from './mention.ts';

const STAFF = [
  { id: 'a1', name: 'ann@shop.example' },
  { id: 'b1', name: 'ben@shop.example' },
  { id: 'b2', name: 'ben@shop.example.org' },
  { id: 'c1', name: 'Ruben@shop.example' },
];

test('S-775 somebody is being named behind an @ that begins a word, up to the caret', () => {
  for (const [typed, word] of [
    ['@', ''],
    ['ask @be', 'be'],
    ['(@ben@sh', 'ben@sh'],
    ['one\n@b', 'b'],
  ] as const)
    expect(askedAt(typed, typed.length)).toEqual({ from: typed.lastIndexOf(`@${word}`), word });
  for (const typed of ['', 'ask', 'eve@x.example', 'ask @ben ', '@a@b@c', 'a@'])
    expect(askedAt(typed, typed.length)).toBeNull();
  expect(askedAt('@ben rang', 3)).toEqual({ from: 0, word: 'be' });
});

test('S-775 who begins with what is typed is offered first, eight at most', () => {
  expect(matching(STAFF, 'BEN').map(({ id }) => id)).toEqual(['b1', 'b2', 'c1']);
  expect(matching(STAFF, 'nobody')).toEqual([]);
  const many = Array.from({ length: 30 }, (_, n) => ({ id: `${n}`, name: `p${n}@x.example` }));
  expect(matching(many, '')).toHaveLength(8);
});

test.each([
  ['Ask @ben@shop.example, today.', 'Ask \uFFFC, today.', ['b1']],
  ['@Ben@Shop.example @ann@shop.example', '\uFFFC \uFFFC', ['b1', 'a1']],
  ['@ben@shop.example.org!', '\uFFFC!', ['b2']],
  ['@ben@shop.example. Then', '\uFFFC. Then', ['b1']],
  ['@ben@shop.examples, @ben, @eve@shop.example', '@ben@shop.examples, @ben, @eve@shop.example', []],
  ['mail x@ben@shop.example or ben@shop.example', 'mail x@ben@shop.example or ben@shop.example', []],
  ['pasted \uFFFC @ann@shop.example', 'pasted   \uFFFC', ['a1']],
  ['@', '@', []],
])('S-775 what is typed is sent with a place for each account: %s', (typed, text, mentions) => {
  expect(composed(typed, STAFF)).toEqual({ text, mentions });
});

test('S-775 it is asked who there is only where somebody may be named', () => {
  expect(['@ben', 'a (@b', 'x\n@b'].every(mayName)).toBe(true);
  expect(['', 'eve@x.example', 'at @ noon'].some(mayName)).toBe(false);
});
