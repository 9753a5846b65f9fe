import { CONTENT } from './en/content.ts';
import { DESK } from './en/desk.ts';
import { HOME } from './en/home.ts';
import { INVENTORY } from './en/inventory.ts';
import { MANAGE } from './en/manage.ts';
import { PANELS } from './en/panels.ts';
import { SHOP } from './en/shop.ts';
import { type EditorText, EN as FIRST } from './en.ts';
import { bestLanguage, chooseLanguage, chosenLanguage, LANGUAGES, localeOf, openLanguage, speak } from './language.ts';
import { editorLocale } from './text.ts';
import { counted, named, t } from './words.ts';

const EN = { ...FIRST, ...PANELS, ...CONTENT, ...SHOP, ...DESK, ...INVENTORY, ...MANAGE, ...HOME };

const language = (tag: string) => {
  const found = LANGUAGES.find((one) => one.tag === tag);
  if (!found) throw new Error(`no ${tag}`);
  return found;
};
const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join(' ');
const browserSpeaks = (...tags: string[]) => jest.spyOn(navigator, 'languages', 'get').mockReturnValue(tags);

afterEach(async () => {
  localStorage.clear();
  await speak(language('en'));
});

describe.each(LANGUAGES.filter(({ tag }) => tag !== 'en').map((one) => [one.tag, one] as const))('%s', (tag, one) => {
  test('has every key, nothing empty, and the same placeholders', async () => {
    const words = await one.load();
    const keys = Object.keys(EN) as EditorText[];
    expect(keys.filter((key) => !words[key]?.trim())).toEqual([]);
    expect(keys.filter((key) => placeholders(words[key] ?? '') !== placeholders(EN[key]))).toEqual([]);
  });

  test('has a form for every count that its rule of plurals asks for', async () => {
    await speak(one);
    for (const n of [0, 1, 2, 5, 21, 100])
      for (const key of ['publish.added', 'publish.changed', 'publish.removed', 'restock.waiting'])
        expect(counted(key, n)).toMatch(new RegExp(`(^|\\D)${n}(\\D|$)`));
  });

  test('is another language: most of its words are its own', async () => {
    const words = await one.load();
    const same = (Object.keys(EN) as EditorText[]).filter((key) => words[key] === EN[key]);
    expect(same.length).toBeLessThan(Object.keys(EN).length / 10);
  });

  test('is offered by its own name, and known by its tag', () => {
    expect(new Intl.DisplayNames([tag], { type: 'language' }).of(tag)?.toLowerCase()).toBe(one.name.toLowerCase());
    expect(Intl.getCanonicalLocales(one.locale)).toEqual([one.locale]);
  });
});

describe('which language', () => {
  test('is the best of the browser’s: de-AT is German, what nobody translated is passed over', () => {
    expect(bestLanguage(['de-AT', 'en']).tag).toBe('de');
    expect(bestLanguage(['DE']).tag).toBe('de');
    expect(bestLanguage(['cy-GB', 'de-CH', 'en-GB']).tag).toBe('de');
    expect(bestLanguage(['pt-BR', 'es-MX']).tag).toBe('es');
    expect(bestLanguage(['fr-CA', 'en']).tag).toBe('fr');
    expect(bestLanguage(['en-GB', 'de']).tag).toBe('en');
    expect(bestLanguage(['cy-GB']).tag).toBe('en');
    expect(bestLanguage([]).tag).toBe('en');
    expect(bestLanguage(['deu', 'x']).tag).toBe('en');
  });

  test('numbers and dates follow the browser’s country where it names one', () => {
    expect(localeOf(language('de'), ['fr-FR', 'de-AT', 'de-DE'])).toBe('de-AT');
    expect(localeOf(language('de'), ['de', 'en-US'])).toBe('de-DE');
    expect(localeOf(language('en'), ['de-AT'])).toBe('en-US');
  });

  test('the page says which it is, and so do words, names and numbers', async () => {
    browserSpeaks('de-AT', 'en');
    await openLanguage();
    expect(document.documentElement.lang).toBe('de');
    expect(editorLocale()).toBe('de-AT');
    expect(t('common.cancel')).toBe('Abbrechen');
    expect(counted('publish.added', 1)).toBe('1 neue Seite');
    expect(counted('publish.added', 3)).toBe('3 neue Seiten');
    expect(named('choice', 'center')).toBe('Mitte');
    expect(named('choice', 'byWeight')).toBe('By weight');
  });

  test('the owner’s choice comes before the browser’s, and stays', async () => {
    browserSpeaks('en-US');
    await chooseLanguage('de');
    expect(chosenLanguage()?.tag).toBe('de');
    await speak(language('en'));
    await openLanguage();
    expect(document.documentElement.lang).toBe('de');
    await chooseLanguage('en');
    browserSpeaks('de');
    await openLanguage();
    expect(document.documentElement.lang).toBe('en');
    expect(t('common.cancel')).toBe('Cancel');
  });

  test('a kept choice that is no language is no choice', async () => {
    localStorage.setItem('loggia.editor.language', 'xx');
    browserSpeaks('de');
    await openLanguage();
    expect(document.documentElement.lang).toBe('de');
  });

  test('of two choices the later counts, though its words come first', async () => {
    let come: (words: object) => void = () => undefined;
    const slow = { ...language('de'), load: () => new Promise<object>((resolve) => (come = resolve)) };
    const first = speak(slow);
    await speak(language('en'));
    come({ 'common.cancel': 'too late' });
    await first;
    expect(t('common.cancel')).toBe('Cancel');
    expect(document.documentElement.lang).toBe('en');
  });

  test('words that do not come leave the language that is spoken', async () => {
    const lost = { ...language('de'), load: () => Promise.reject(new Error('lost')) };
    await expect(speak(lost)).rejects.toThrow('lost');
    expect(document.documentElement.lang).toBe('en');
    expect(t('common.cancel')).toBe('Cancel');
  });
});
