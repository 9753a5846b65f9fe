import { cleanLine, inside, isSameLine, joined, pieceOf, removed, split, turned, typed } from './pieces.ts';

const BODY = '<p class="a">One &amp; two</p>\n<h2>Two</h2>\n<ul><li>Rye</li>\n<li>Oats</li></ul><p data-x>End</p>\n';
const piece = (text: string) => {
  const start = BODY.indexOf(text);
  return { start, end: start + text.length };
};

describe('S-409 a piece of a text with HTML', () => {
  test('what is beside it stays byte for byte, and what follows is known to have moved', () => {
    const made = typed(BODY, piece('Two<'.slice(0, 3)), '<em>Three</em>');
    expect(made.value).toBe(BODY.replace('>Two<', '><em>Three</em><'));
    expect(inside(made.value, made.piece)).toBe('<em>Three</em>');
    const later = BODY.indexOf('Rye');
    expect(later).toBeGreaterThan(made.from);
    expect(made.value.slice(later + made.by, later + made.by + 3)).toBe('Rye');
    expect(pieceOf('3-9')).toEqual({ start: 3, end: 9 });
    for (const odd of ['9-3', 'text', '-1-2', '1-2-3', '']) expect(pieceOf(odd)).toBeUndefined();
  });

  test('a line becomes two; a paragraph follows a heading, an entry an entry', () => {
    const heading = split(BODY, piece('Two'), 'T', 'wo');
    expect(heading?.value).toBe(BODY.replace('<h2>Two</h2>\n', '<h2>T</h2>\n<p>wo</p>\n'));
    expect(heading && inside(heading.value, heading.piece)).toBe('wo');
    expect(heading && inside(heading.value, heading.first)).toBe('T');
    const entry = split(BODY, piece('Oats'), 'Oats', '');
    expect(entry?.value).toBe(BODY.replace('<li>Oats</li>', '<li>Oats</li><li></li>'));
    expect(split('<td>One</td>', { start: 4, end: 7 }, 'O', 'ne')).toBeUndefined();
  });

  test('a line becomes a heading or a list, and back', () => {
    const heading = turned(BODY, piece('One &amp; two'), 'h2');
    expect(heading?.value).toBe(BODY.replace('<p class="a">One &amp; two</p>', '<h2 class="a">One &amp; two</h2>'));
    const list = turned(BODY, piece('Two'), 'li');
    expect(list?.value).toBe(BODY.replace('<h2>Two</h2>', '<ul><li>Two</li></ul>'));
    const back = list && turned(list.value, list.piece, 'h2');
    expect(back?.value).toBe(BODY);
    // One entry of many stays in its list.
    expect(turned(BODY, piece('Rye'), 'p')).toBeUndefined();
    expect(turned(BODY, piece('Two'), 'script')).toBeUndefined();
  });

  test('a line goes, or goes behind the one before it', () => {
    expect(removed(BODY, piece('Two'))?.value).toBe(BODY.replace('\n<h2>Two</h2>', ''));
    const made = joined(BODY, piece('Oats'), piece('Rye'));
    expect(made?.value).toBe(BODY.replace('Rye</li>\n<li>Oats', 'RyeOats'));
    expect(made && inside(made.value, made.piece)).toBe('RyeOats');
    const later = BODY.indexOf('End');
    expect(made?.value.slice(later + (made?.by ?? 0)).startsWith('End')).toBe(true);
    // Between the two stands another.
    expect(joined(BODY, piece('Oats'), piece('Two'))).toBeUndefined();
  });

  test.each([
    ['a <b class="x" onclick="bad()">b</b>', 'a <b>b</b>'],
    ['<script>bad()</script><img src=x onerror=bad()>words', 'words'],
    [
      '<a href="javascript:bad()">out</a> <a href="/shop" onclick="bad()" target="_blank">in</a>',
      'out <a href="/shop" target="_blank">in</a>',
    ],
    ['<a href="java&#10;script:bad()">out</a>', 'out'],
    ['<span style="color:red">one</span><div>two</div><svg><a href="/x">x</a></svg>', 'onetwo<a href="/x">x</a>'],
    ['1 &lt; 2 &amp; 3\u00a0kg<br>', '1 &lt; 2 &amp; 3 kg'],
    ['one<br>two<br><br>', 'one<br>two'],
  ])('%s comes in as %s', (html, wanted) => {
    expect(cleanLine(html, '')).toBe(wanted);
  });

  test('spaces that a text has of its own stay, and spellings that mean the same are the same', () => {
    expect(cleanLine('3\u00a0kg', '3&nbsp;kg')).toBe('3&nbsp;kg');
    expect(isSameLine('It&rsquo;s <b>1 &amp; 2</b>', 'It’s  <b>1 &amp; 2</b>')).toBe(true);
    expect(isSameLine('<b>One</b>', 'One')).toBe(false);
  });
});
