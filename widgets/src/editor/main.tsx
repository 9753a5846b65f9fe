import { createRoot } from 'react-dom/client';
import { Editor } from './Editor.tsx';
import { openLanguage } from './text/language.ts';

// The page of /config brings the place; one that does not gets it at its end.
const place = document.getElementById('editor') ?? document.body.appendChild(document.createElement('div'));
// The words come first, so that nobody sees a language change under their eyes.
void openLanguage().then(() => createRoot(place).render(<Editor />));
