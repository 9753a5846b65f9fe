import { changePlan, mapAdminPath, mappedPrefix, trialUpgrade } from './adminPath.ts';
import { isColour } from './colour.ts';
import { FONT_CATEGORIES, grouped, readFonts } from './fonts.ts';
import { addressOf } from './item.ts';
import { isFull, LIMITS, limitOfCollection } from './limits.ts';
import { hrefOf, type LinkKind, linkOf, linkProblems } from './link.ts';
import { PASSWORD_MASK, passwordChange } from './password.ts';
import { hasRole, mayOpen, type Person } from './role.ts';
import { statusLabel, statusOf, transitions } from './status.ts';
import { addTag, LONGEST, removeTag, renameTag, startRenaming, tagProblem } from './tags.ts';
import { fileSize, focalPoint, jobProblem, kindOf, MIDDLE, megabytes, renamed, uploadProblem } from './upload.ts';
import { finished, freeSlug, urlSlug, urlSlugWithSlash } from './urlFilter.ts';
import { fromField, offsetOf, toField } from './zonedTime.ts';

describe('old paths of the editor', () => {
  test.each([
    ['E-140', 'settings/billing', 'billing'],
    ['E-141', 'settings/contributors', 'permissions'],
    ['E-142', 'pages', 'website/pages'],
    ['E-143', 'design', 'website/design'],
    ['E-144', 'marketing', 'website/marketing'],
    ['E-145', 'marketing/campaigns', 'campaigns'],
    ['E-146', 'settings/domains', 'domains'],
    ['E-147', 'settings/email', 'google-workspace'],
    ['E-148', 'analytics', 'analytics'],
    ['E-149', 'commerce', 'commerce'],
    ['E-150', 'settings/extensions', 'commerce/extensions'],
    ['E-151', 'scheduling', 'scheduling'],
    ['E-152', 'settings/foo', 'website/settings/foo'],
    ['E-154', 'settings/blogging', 'website/settings/blogging'],
    ['E-154', 'settings/member-areas', 'website/settings/member-areas'],
    ['E-154', 'donations', 'commerce/donations'],
    ['E-155', 'foo/bar', 'foo/bar'],
    ['E-157', 'settings/billing/invoices?x=1', 'billing/invoices?x=1'],
    ['E-157', 'settings#top', 'website/settings#top'],
    ['E-157', 'pagesx', 'pagesx'],
  ])('%s: %s leads to %s', (_, from, to) => expect(mapAdminPath(from, true)).toBe(to));

  test('E-153 three more prefixes are known', () => {
    for (const path of ['settings/blogging', 'settings/member-areas', 'donations'])
      expect(mappedPrefix(path)).toBe(path);
  });
  test('E-156 nothing moves without the multi-product configuration', () => {
    expect(mapAdminPath('settings/billing', false)).toBe('settings/billing');
  });
  test('E-158, E-159, E-160 upgrade and change plan go to their settings', () => {
    expect([trialUpgrade(false), changePlan(false)]).toEqual([
      'settings/billing/upgrade',
      'settings/billing/website/change-plan',
    ]);
    expect([trialUpgrade(true), changePlan(true)]).toEqual(['billing/upgrade', 'billing/website/change-plan']);
  });
});

describe('statuses', () => {
  const now = 1_000;
  test('E-009 a date to come is Scheduled', () => expect(statusLabel('Published', now + 1, now)).toBe('Scheduled'));
  test('E-010 what waits for review is Needs Review', () => {
    expect(statusLabel(statusOf('needsReview'), 0, now)).toBe('Needs Review');
  });
  test('E-011 what is not published is Draft', () => expect(statusLabel(statusOf('draft'), 0, now)).toBe('Draft'));
  test('E-012 what is private is Private', () =>
    expect(statusLabel(statusOf('Private'), now + 1, now)).toBe('Private'));
  test('N-026 a published item has no label', () => expect(statusLabel(statusOf(undefined), now, now)).toBeUndefined());
  test('E-013 who may publish goes every way, others only to review and back', () => {
    expect(transitions('Needs Review', true)).toEqual(['Draft', 'Scheduled', 'Private', 'Published']);
    expect(transitions('Draft', false)).toEqual(['Needs Review']);
    expect(transitions('Needs Review', false)).toEqual(['Draft']);
    expect(transitions('Published', false)).toEqual([]);
  });
});

describe('roles', () => {
  const person = (tools: Person['tools']): Person => ({ codes: [], tools, mayPublish: false, signedIn: true });
  const roles = [
    { code: 1, name: 'ADMIN' },
    { code: 7, name: 'COMMENTER' },
    { code: 10, name: 'VIEWER' },
  ];
  test('E-161 a role is known by the code that the server lists it with', () => {
    const owner = { ...person([]), codes: [5, 1] };
    expect(hasRole(owner, roles, 'ADMIN')).toBe(true);
    expect(hasRole(owner, roles, 'VIEWER')).toBe(false);
    expect(hasRole({ ...owner, codes: [5] }, roles, 'ADMIN')).toBe(false);
  });
  test('E-025 without a part there is no editor', () => {
    expect(mayOpen(person([]), roles)).toBe(false);
    expect(mayOpen(person(['analytics']), roles)).toBe(true);
    expect(mayOpen({ ...person([]), codes: [10] }, roles)).toBe(true);
    expect(mayOpen({ ...person([]), codes: [7] }, roles)).toBe(false);
  });
});

describe('tags and categories', () => {
  test('E-028 a tag has at most 50 characters', () => {
    expect(tagProblem('tag', 'x'.repeat(50), [])).toBeNull();
    expect(tagProblem('tag', 'x'.repeat(51), [])).toBe('tags.tooLong');
  });
  test('E-029 a category has at most 25 characters, counted as a person does', () => {
    expect(LONGEST.category).toBe(25);
    expect(tagProblem('category', '🥐'.repeat(25), [])).toBeNull();
    expect(tagProblem('category', 'x'.repeat(26), [])).toBe('tags.tooLong');
  });
  test('E-032 a duplicate is found whatever its case and spaces', () => {
    expect(tagProblem('tag', 'mug ', ['Mug'])).toBe('tags.exists');
    expect(tagProblem('tag', 'mug', ['Mug'], 'Mug')).toBeNull();
  });
  test('E-031 only one is edited at a time', () => {
    const first = startRenaming(null, 'a');
    expect(first.problem).toBeNull();
    expect(startRenaming(first.renaming, 'b').problem).toBe('tags.oneAtATime');
    expect(startRenaming(first.renaming, 'a').problem).toBeNull();
  });
  test('E-026, E-027 the edits of a file', () => {
    expect(addTag({}, 'tag', ' mug ')).toEqual([{ op: 'set', pointer: '/tags', value: ['mug'] }]);
    expect(addTag({ tags: ['a'] }, 'tag', 'b')).toEqual([{ op: 'insert', pointer: '/tags/1', value: 'b' }]);
    expect(removeTag({ categories: ['a', 'b'] }, 'category', 'b')).toEqual([
      { op: 'remove', pointer: '/categories/1' },
    ]);
    expect(renameTag({ tags: ['a', 'b'] }, 'tag', 'b', 'c')).toEqual([{ op: 'set', pointer: '/tags/1', value: 'c' }]);
    expect(renameTag({ tags: ['a', 'b'] }, 'tag', 'b', 'a')).toEqual([{ op: 'remove', pointer: '/tags/1' }]);
  });
});

describe('limits', () => {
  test.each([
    ['E-128', 'blocks', 60],
    ['E-129', 'tracks', 60],
    ['E-130', 'items', 250],
    ['E-131', 'products', 200],
    ['E-033', 'categories', 10_000],
  ] as const)('%s: %s are full at %d', (_, what, n) => {
    expect(LIMITS[what]).toBe(n);
    expect([isFull(what, n - 1), isFull(what, n)]).toEqual([false, true]);
  });
  test('which collection has which', () => {
    expect(limitOfCollection(13, 'user-orderable')).toBe('products');
    expect(limitOfCollection(18, undefined)).toBe('tracks');
    expect(limitOfCollection(1, 'user-orderable')).toBe('items');
    expect(limitOfCollection(1, 'chronological')).toBeUndefined();
  });
});

describe('files', () => {
  test('E-040, E-042 only pictures, sound and documents', () => {
    expect(uploadProblem({ name: 'a.exe', size: 1 })).toBe('files.unsupported');
    for (const name of ['a.JPG', 'b.png', 'c.gif', 'd.webp', 'e.svg', 'f.mp3', 'g.m4a', 'h.pdf'])
      expect(kindOf(name)).toBeDefined();
  });
  test('E-041, E-044, N-093 20,000,000 bytes pass, one more does not', () => {
    expect(uploadProblem({ name: 'a.jpg', size: 20_000_000 })).toBeNull();
    expect(uploadProblem({ name: 'a.jpg', size: 20_000_001 })).toBe('files.tooLarge');
    expect(megabytes(20_000_000)).toBe('20 MB');
  });
  test('E-045, N-094 sizes are shown in steps of 1024', () => {
    expect([fileSize(1), fileSize(1536), fileSize(1024 * 1024)]).toEqual(['1 B', '1.5 KB', '1 MB']);
  });
  test('E-039 a name of nothing but an ending is none', () => {
    for (const name of ['', '  ', '.jpg', '/']) expect(renamed('a.jpg', name)).toEqual({ problem: 'files.emptyName' });
    expect(renamed('a.jpg', 'b')).toEqual({ name: 'b.jpg' });
    expect(renamed('a.jpg', 'b.JPG')).toEqual({ name: 'b.jpg' });
    expect(renamed('a.jpg', '../b')).toEqual({ name: '..b.jpg' });
  });
  test.each([
    ['E-047', { state: 'pending' }, 120_001, 'files.jobTimeout'],
    ['E-048', { state: 'failed' }, 0, 'files.jobFailed'],
    ['E-049', { state: 'cancelled' }, 0, 'files.jobCancelled'],
    ['E-050', null, 0, 'files.jobEmpty'],
    ['a job that goes on', { state: 'pending' }, 1000, null],
    ['a job that is done', { state: 'done' }, 500_000, null],
  ] as const)('%s', (_, answer, elapsed, problem) => expect(jobProblem(answer, elapsed)).toBe(problem));
  test('E-123 a click at a quarter is 0.25, 0.25; the middle is where it begins', () => {
    expect(focalPoint(50, 25, 200, 100)).toEqual({ x: 0.25, y: 0.25 });
    expect(focalPoint(-5, 900, 200, 100)).toEqual({ x: 0, y: 1 });
    expect(MIDDLE).toEqual({ x: 0.5, y: 0.5 });
  });
});

describe('links', () => {
  test.each<[LinkKind, string, string]>([
    ['page', '/about', '/about'],
    ['item', '/blog/a', '/blog/a'],
    ['url', 'example.com', 'https://example.com'],
    ['url', 'https://www.example.com/a?b#c', 'https://www.example.com/a?b#c'],
    ['email', 'you@example.com', 'mailto:you@example.com'],
    ['phone', '+1 (555) 010-0142', 'tel:+15550100142'],
    ['file', '/files/a.pdf', '/files/a.pdf'],
  ])('E-055, E-056: %s %s is saved as %s and read back', (kind, value, href) => {
    expect(linkProblems({ kind, value })).toEqual([]);
    expect(hrefOf({ kind, value })).toBe(href);
    expect(linkOf(href, new Set(['/blog/a'])).kind).toBe(kind);
  });
  test('E-057, E-058 an address without a host is no email', () => {
    expect(linkProblems({ kind: 'email', value: 'a@' })).toEqual(['link.validEmail', 'link.emailFormat']);
  });
  test('E-059 what has no host is no link', () => {
    for (const value of ['', 'foo bar', 'example', 'javascript:alert(1)', 'ftp://example.com'])
      expect(linkProblems({ kind: 'url', value })).toEqual(['link.urlFormat']);
  });
  test('E-061 a page has no spaces and stays on the site', () => {
    for (const value of ['foo bar', '/a/../b', '/a//b', '/a"b'])
      expect(linkProblems({ kind: 'page', value })).toEqual(['link.pageUrl']);
  });
  test('E-063, N-015 what is typed becomes part of an address', () => {
    expect(urlSlug('My Page')).toBe('my-page');
    expect(urlSlug('My Page/One')).toBe('my-page-one');
    expect(urlSlugWithSlash('My Page/One')).toBe('my-page/one');
    expect(urlSlug('Crème brûlée & Co')).toBe('creme-brulee-co');
    expect(urlSlug('a ')).toBe('a-');
    expect(finished('a-/')).toBe('a');
    expect(freeSlug('Mug', new Set(['mug', 'mug-2']))).toBe('mug-3');
  });
});

describe('colours', () => {
  test.each([
    '#abc',
    '#aabbcc',
    'rgb(1,2,3)',
    'rgba(1,2,3,.5)',
    'hsl(1,2%,3%)',
    'hsla(1,2%,3%,.5)',
    'hwb(1 2% 3%)',
    'tomato',
  ])('E-112: %s is saved', (colour) => expect(isColour(colour)).toBe(true));
  test.each(['#abcd', '#aabbccdd', 'nothing', 'rgb(1,2)', '', 'currentcolor', 'url(x)', 'red;}body{'])(
    'E-112: %s is refused',
    (colour) => expect(isColour(colour)).toBe(false),
  );
  test.each(['rgb(1,2,3,.5)', 'rgba(1,2,3)', 'rgb(1 2 3 / .5)', 'hsl(1 2% 3% / .5)'])(
    'E-113: %s is refused',
    (colour) => expect(isColour(colour)).toBe(false),
  );
});

test('E-034, N-016 fonts stand under seven headings, in their order', () => {
  expect(FONT_CATEGORIES).toEqual(['Sans Serif', 'Serif', 'Display', 'Script', 'Slab Serif', 'Mono', 'Other']);
  const fonts = readFonts([
    { name: 'Lora', category: 'Serif', stack: 'Lora, serif' },
    { name: 'Odd', category: 'Blackletter' },
  ]);
  const groups = grouped(fonts);
  expect(groups.map(({ category }) => category)).toEqual(FONT_CATEGORIES);
  expect(groups.find(({ category }) => category === 'Other')?.fonts.map(({ name }) => name)).toEqual(['Odd']);
});

test('E-069, N-098 the mask keeps a password, anything else sets or takes it away', () => {
  expect(passwordChange(PASSWORD_MASK)).toEqual({ keep: true });
  expect(passwordChange('rye')).toEqual({ set: 'rye' });
  expect(passwordChange('')).toEqual({ remove: true });
});

describe('times', () => {
  test('a moment is shown and read in the zone of the site', () => {
    const moment = Date.UTC(2026, 10, 21, 23, 30);
    expect(toField(moment, 'America/New_York')).toBe('2026-11-21T18:30');
    expect(fromField('2026-11-21T18:30', 'America/New_York')).toBe(moment);
    expect(fromField('2026-07-01T12:00', 'Europe/Berlin')).toBe(Date.UTC(2026, 6, 1, 10));
    expect(fromField('soon', 'Europe/Berlin')).toBeNull();
  });
  test('E-023 without data of the zone the browser’s own offset counts, and it is said', () => {
    const warn = jest.fn();
    const moment = Date.UTC(2026, 0, 1);
    expect(offsetOf('Nowhere/Else', moment, warn)).toBe(-new Date(moment).getTimezoneOffset());
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('Nowhere/Else'));
  });
});

test('S-284 an item that says no address has the name of its file, without the number before it', () => {
  expect(
    ['content/blog/20-as-yaml.md', 'content/blog/as.it-is.md', 'content/blog/2024.json', 'content/blog/7-.md'].map(
      addressOf,
    ),
  ).toEqual(['as-yaml', 'as.it-is', '2024', '7-']);
});
