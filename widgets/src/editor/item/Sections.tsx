import { lazy, Suspense } from 'react';
import { Loading } from '../ui/states.tsx';

const SectionEditor = lazy(() =>
  import('../sections/SectionEditor.tsx').then((room) => ({ default: room.SectionEditor })),
);

/** The sections of a page; their code comes when a page is opened. */
export const Sections = (place: { path: string; at: string }) => (
  <Suspense fallback={<Loading />}>
    <SectionEditor {...place} />
  </Suspense>
);
