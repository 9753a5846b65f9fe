import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';

const SectionEditor = lazyPart(
  () => import('../sections/SectionEditor.tsx').then((room) => room.SectionEditor),
  () => <Loading />,
);

/** The sections of a page; their code comes when a page is opened. */
export const Sections = (place: { path: string; at: string }) => <SectionEditor {...place} />;
