import { getSchema, type JSONContent } from '@tiptap/core';
import { inPieces, together } from './markdown.ts';
import { MARKDOWN_EXTENSIONS } from './markdownParts.ts';

const schema = getSchema(MARKDOWN_EXTENSIONS);

/** What the text editor gives back of a text that nobody has changed. */
function opened(source: string) {
  const text = inPieces(source);
  const root = schema.nodeFromJSON({ type: 'doc', content: text.pieces.map(({ node }) => node) });
  if (text.pieces.length > 0) root.check();
  return { text, was: (root.toJSON() as JSONContent).content ?? [] };
}

const kinds = (source: string) => opened(source).was.map(({ type }) => type);

const POST = `
# Our *bread*
The first line right below,
and one that goes on.

Second — with **bold _and_ italic**, ~~struck~~, \`co*de\`, [a link](/shop) and <https://example.com>.\\
A new line.


* one
* two

  in two parts
* three

1) first
2) second

> Said
> by *nobody*

\`\`\`js title
let a = 1;

\`\`\`

***

| a | b |
|---|---|
| 1 | 2 |

A footnote[^1], a picture ![Loaf](/files/a.jpg "Loaf"), <b>HTML</b> and a [reference][ref].

<div class="own">
  *not* markdown
</div>

    indented code

###### Deep

[ref]: /about "About"

[^1]: The note.
`;

const TEXTS: [string, string][] = [
  ['a post with everything', POST],
  ['the same with other ends of lines', POST.replaceAll('\n', '\r\n')],
  ['nothing', ''],
  ['white space', '\n\n  \n'],
  ['no end of line', 'One'],
  ['a heading underlined', 'Title\n=====\n\nSub\n---\nText\n'],
  ['two lists beside each other', '- a\n- b\n\n* c\n* d\n'],
  ['a tight list in a list', '- a\n  - b\n    1. c\n- d\n'],
  ['a task list', '- [ ] open\n- [x] done\n'],
  ['signs that mean something', '1\\. no list, \\*no emphasis\\*, a_b_c, 2 * 3 * 4, \\<b>, &amp; &copy; `` ` ``\n'],
  ['marks in marks', '***all*** **a*b*c** *a**b**c* [**bold** link](/x) **`code`**\n'],
  ['spaces around', '   three before  \nand two behind\n\n\tcode with a tab\n'],
  ['quotes in quotes', '> a\n>> b\n> - c\n>   d\n'],
];

test.each(TEXTS)('S-284 %s: what nobody changes stays byte for byte', (_, source) => {
  const { text, was } = opened(source);
  expect(text.pieces.map(({ before, raw }) => before + raw).join('') + text.after).toBe(source);
  expect(together(text, was, was)).toBe(source);
});

test('S-284 what the editor has a look for is shown by it, and anything else as it is written', () => {
  expect(kinds(POST)).toEqual([
    ...['heading', 'paragraph', 'paragraph', 'bulletList', 'orderedList', 'blockquote', 'codeBlock'],
    ...['horizontalRule', 'asWritten', 'paragraph', 'asWritten', 'codeBlock', 'asWritten', 'asWritten', 'asWritten'],
  ]);
  const inline = opened(POST).was[9]?.content?.flatMap((node) => (node.attrs ? [String(node.attrs.source)] : []));
  expect(inline).toEqual(['[^1]', '![Loaf](/files/a.jpg "Loaf")', '<b>', '</b>', '[reference][ref]']);
});

/** The text after one part of it got more words. */
function typedInto(source: string, at: number): string {
  const { text, was } = opened(source);
  const now = was.map((node, number) =>
    number === at ? { ...node, content: [...(node.content ?? []), { type: 'text', text: ' more' }] } : node,
  );
  return together(text, was, now);
}

test('S-284 a word more changes its own paragraph alone', () => {
  for (const source of [POST, POST.replaceAll('\n', '\r\n')]) {
    expect(typedInto(source, 0)).toBe(source.replace('*bread*', '*bread* more'));
    expect(typedInto(source, 1)).toBe(source.replace('goes on.', 'goes on. more'));
    expect(typedInto(source, 9)).toBe(source.replace('[reference][ref].', '[reference][ref]. more'));
  }
});

test('S-284 parts are added, moved and taken away without touching the others', () => {
  const { text, was } = opened('One\n\n\nTwo\n\n- a\n- b\n\nThree\n');
  const [one, two, list, three] = was as [JSONContent, JSONContent, JSONContent, JSONContent];
  const added: JSONContent = { type: 'paragraph', content: [{ type: 'text', text: '# no heading *at* all' }] };
  expect(together(text, was, [one, added, two, list, three])).toBe(
    'One\n\n\\# no heading \\*at\\* all\n\nTwo\n\n- a\n- b\n\nThree\n',
  );
  expect(together(text, was, [one, list, three])).toBe('One\n\n- a\n- b\n\nThree\n');
  expect(together(text, was, [three, one, two, list])).toBe('Three\n\nOne\n\n\nTwo\n\n- a\n- b\n');
  expect(together(text, was, [])).toBe('\n');
  expect(together(inPieces(''), [], [{ type: 'paragraph' }])).toBe('');
  const other: JSONContent = { ...list, content: [...(list.content ?? []), ...(list.content ?? [])] };
  const both = together(text, was, [list, other]);
  expect(kinds(both).filter((kind) => kind === 'bulletList')).toHaveLength(2);
});

/** Numbers that look like chance, and come again with the same seed. */
function chance(seed: number) {
  let state = seed >>> 0;
  return (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * most);
  };
}

test('S-284 whatever is typed is read again as it was typed', () => {
  const words = [
    'a',
    ' ',
    '*',
    '_',
    '#',
    '- ',
    '1. ',
    '> ',
    '`',
    '[x](y)',
    '<b>',
    '&amp;',
    '\\',
    '|',
    '~~',
    '!',
    ':',
    '    ',
    '+',
    '=',
    '---',
    '[^1]',
    'ä',
    '$',
  ];
  const marks = [
    [],
    [],
    [{ type: 'bold' }],
    [{ type: 'italic' }],
    [{ type: 'strike' }],
    [{ type: 'bold' }, { type: 'italic' }],
    [{ type: 'code' }],
    [{ type: 'link', attrs: { href: '/a b(c)' } }],
  ];
  for (let seed = 0; seed < 150; seed += 1) {
    const below = chance(seed);
    const run = (): JSONContent => ({
      type: 'text',
      text: Array.from({ length: 1 + below(5) }, () => words[below(words.length)]).join(''),
      marks: marks[below(marks.length)] as NonNullable<JSONContent['marks']>,
    });
    const paragraph = (): JSONContent => ({ type: 'paragraph', content: Array.from({ length: 1 + below(4) }, run) });
    const made = [
      paragraph(),
      { type: 'heading', attrs: { level: 2 }, content: paragraph().content ?? [] },
      {
        type: 'bulletList',
        content: [
          { type: 'listItem', content: [paragraph()] },
          { type: 'listItem', content: [paragraph()] },
        ],
      },
      paragraph(),
    ];
    const root = schema.nodeFromJSON({ type: 'doc', content: made });
    const text = inPieces('');
    const source = together(text, [], (root.toJSON() as JSONContent).content ?? []);
    const again = schema.nodeFromJSON({ type: 'doc', content: inPieces(source).pieces.map(({ node }) => node) });
    // Spaces at the ends of lines are nothing in Markdown, and several are one on a page.
    const plain = (value: string) =>
      value
        .replace(/\s+/g, ' ')
        .replace(/(^| )(?=\n)|^ | $/g, '')
        .trim();
    expect([seed, again.childCount, plain(again.textBetween(0, again.content.size, ' '))]).toEqual([
      seed,
      root.childCount,
      plain(root.textBetween(0, root.content.size, ' ')),
    ]);
  }
});
