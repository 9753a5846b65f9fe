import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchWords } from './searchWords.ts';

type Vectors = { cases: { name: string; given: string; expect: string[] }[] };
const file = join(__dirname, '../../../generator/vectors/search_words.json');
const { cases } = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

// W-220, G-128. Korean syllables are kept in their parts; the vectors write them whole.
test.each(cases)('the words of a question: $name', ({ given, expect: words }) => {
  expect(searchWords(given)).toEqual(words.map((word) => word.normalize('NFD')));
});
