import { bestLanguage, speak } from '../../text/language.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { faultText, type ListFault } from './said.ts';

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const fault = (code: string, values: Record<string, string> = {}, more = 0): ListFault =>
  ({ line: 2, code, values, more, message: 'As the command line says it.', row: [] }) as unknown as ListFault;

afterEach(() => speak(bestLanguage([])));

test('S-641 every fault is said in each language, with the same places to fill in', () => {
  for (const [code, text] of Object.entries(EN))
    for (const other of [DE, ES, FR]) {
      const said = other[code as keyof typeof EN];
      expect(placesIn(said)).toEqual(placesIn(text));
      expect(said).not.toBe(text);
    }
});

test.each([
  ['en', '“zwölf” is not an amount', 'The same is true of 2 more rows.'],
  ['de', '„zwölf“ ist kein Betrag', 'Das gilt für 2 weitere Zeilen.'],
  ['es', '«zwölf» no es un importe', 'Lo mismo vale para 2 filas más.'],
  ['fr', '« zwölf » n’est pas un montant', 'Il en va de même pour 2 autres lignes.'],
])('S-641 in %s a fault names what stands there, and of how many more rows it is true', async (tag, begin, rest) => {
  await speak(bestLanguage([tag]));
  const said = faultText(fault('not-amount', { text: 'zwölf', column: 'price' }, 2));
  expect(said.replaceAll('\u00a0', ' ').startsWith(begin)).toBe(true);
  expect(said.endsWith(rest)).toBe(true);
  expect(said).not.toContain('{');
});

test('S-641 what a newer server knows is said in its words', () => {
  expect(faultText(fault('of-tomorrow'))).toBe('As the command line says it.');
  expect(faultText(fault('toString'))).toBe('As the command line says it.');
});
