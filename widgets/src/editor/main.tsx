import { createRoot } from 'react-dom/client';
import { Editor } from './Editor.tsx';

// The page of /config brings the place; one that does not gets it at its end.
const place = document.getElementById('editor') ?? document.body.appendChild(document.createElement('div'));
createRoot(place).render(<Editor />);
