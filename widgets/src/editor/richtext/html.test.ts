import { keeps } from './html.ts';

const WRITTEN = '<p>One</p><p>Two <strong>words</strong></p><ul><li>Three</li><li>Four</li></ul>';

// S-274
test.each([
  [
    'line breaks between paragraphs',
    '<p>One</p>\n<p>Two <b>words</b></p>\n\n<ul>\n  <li>Three</li>\n  <li>Four</li>\n</ul>\n',
  ],
  [
    'line breaks within a paragraph',
    '<p>\n  One\n</p><p>Two\n<strong>words</strong>\n</p><ul><li><p>Three</p></li><li> Four </li></ul>',
  ],
])('S-274 a text with %s is one that the editor keeps', (_, before) => {
  expect(keeps(before, WRITTEN)).toBe(true);
});

test.each([
  ['a word', '<p>One</p>\n<p>Two <b>words</b> more</p>\n<ul><li>Three</li><li>Four</li></ul>'],
  ['the space between two words', '<p>One</p><p>Two<b>words</b></p><ul><li>Three</li><li>Four</li></ul>'],
  ['a paragraph', '<p>One</p>\n<p></p><p>Two <b>words</b></p><ul><li>Three</li><li>Four</li></ul>'],
  ['an element', '<p>One</p>\n<p>Two <b>words</b></p><hr>\n<ul><li>Three</li><li>Four</li></ul>'],
  ['an attribute', '<p class="lead">One</p>\n<p>Two <b>words</b></p><ul><li>Three</li><li>Four</li></ul>'],
])('S-274 a text that would lose %s is not opened there', (_, before) => {
  expect(keeps(before, WRITTEN)).toBe(false);
});
