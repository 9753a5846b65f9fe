import { profileAddress, SHARE_SERVICES, shareServices } from './share.ts';

const shared = {
  url: 'https://bakery.test/blog/rye?a=1&b=2',
  title: 'Rye & more',
  image: 'https://bakery.test/rye.jpg',
};

test('W-215 every service’s link holds the encoded title and the full address', () => {
  for (const [name, { target }] of Object.entries(SHARE_SERVICES)) {
    const link = target(shared);
    const written = decodeURIComponent(link);
    expect(written).toContain(shared.url);
    expect(link).not.toContain('b=2&'); // the address is one value, not part of the query
    if (name !== 'facebook') expect(written).toContain(shared.title);
  }
});

test('W-215 the owner’s setting is a list of names or a map of yes and no', () => {
  expect(shareServices(['Facebook', 'email', 'facebook', 'nobody'])).toEqual(['facebook', 'email']);
  expect(shareServices({ twitter: true, reddit: false })).toEqual(['twitter']);
  expect([shareServices(undefined), shareServices([]), shareServices({ '1': true })]).toEqual([[], [], []]);
});

test('W-216 a user name leads to its profile, an address of a profile to that address', () => {
  expect(profileAddress('bob', undefined)).toBe('https://twitter.com/bob');
  expect(profileAddress('@bob', 'https://elsewhere.test/', 'Instagram')).toBe('https://www.instagram.com/bob');
  expect(profileAddress(undefined, 'https://t.test/miller')).toBe('https://t.test/miller');
  expect(profileAddress(undefined, 'javascript:alert(1)')).toBeNull();
  expect(profileAddress(undefined, undefined)).toBeNull();
});
