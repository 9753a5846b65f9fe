import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { bestLanguage, speak } from '../text/language.ts';
import { Publish } from './Publish.tsx';
import { why } from './why.ts';
import { DE } from './words/de.ts';
import { EN } from './words/en.ts';
import { ES } from './words/es.ts';
import { FR } from './words/fr.ts';

afterEach(() => speak(bestLanguage([])));

test('S-639 a place that is not allowed is said in the language of the editor, without the words of the command line', async () => {
  await speak(bestLanguage(['de']));
  const refused = http.post('*/config/api/publish', () =>
    HttpResponse.json({ code: 'place-not-allowed', message: 'dir:/srv/www --to' }, { status: 400 }),
  );
  renderIn(<Publish onClose={() => undefined} />, { answers: [refused] });
  expect(await screen.findByRole('alert')).toHaveTextContent(/noch nicht erlaubt/);
  expect(screen.queryByText(/--to/)).toBeNull();
});

test('S-639 every reason is said in each language, and none names a path or an option', () => {
  for (const words of [EN, DE, ES, FR])
    for (const [code, text] of Object.entries(words)) {
      expect(text).not.toMatch(/--|\/|LOGGIA|json/);
      if (words !== EN) expect(text).not.toBe(EN[code as keyof typeof EN]);
    }
  expect(why('of-tomorrow', 'As it is.')).toBe('As it is.');
});
