import { createRoot } from 'react-dom/client';
import { setCookiePrefix } from '../client/call.ts';
import { Editor } from './Editor.tsx';
import { openLanguage } from './text/language.ts';

// Browsers keep cookies by host and forget the port: the editor has some of its own beside those of the site.
setCookiePrefix(document.querySelector<HTMLMetaElement>('meta[name="loggia-cookies"]')?.content ?? '');
// The page of /config brings the place; one that does not gets it at its end.
const place = document.getElementById('editor') ?? document.body.appendChild(document.createElement('div'));
// The words come first, so that nobody sees a language change under their eyes.
void openLanguage().then(() => createRoot(place).render(<Editor />));
