/** The longest word, in characters; the rest of a longer one is not looked at. */
const LONGEST = 40;

/** Scripts that put no space between words: they are cut into pairs of characters. */
const UNSPACED =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3041-\u30FF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF\uFF66-\uFF9F\u{20000}-\u{323AF}]+/gu;
const WORD = /[\p{Alphabetic}\p{N}]+/gu;

function pairs(run: string): string {
  const characters = [...run];
  if (characters.length === 1) return ` ${run} `;
  return ` ${characters
    .slice(1)
    .map((character, place) => `${characters[place]}${character}`)
    .join(' ')} `;
}

/**
 * The words of a question as the index knows them: small letters without accents (G-128, W-220).
 * The generator cuts texts in the same way (`generator/src/search/words.rs`); both run `search_words.json`.
 */
export function searchWords(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ς/g, 'σ')
    .replace(/['’]/g, '');
  return (plain.replace(UNSPACED, pairs).match(WORD) ?? []).map((word) => [...word].slice(0, LONGEST).join(''));
}
