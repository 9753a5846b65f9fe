import type { Read } from '../island.ts';
import { AudioPlayer } from './AudioPlayer.tsx';

type Props = Parameters<typeof AudioPlayer>[0];

/** Stands on `data-widget="audio"` and on the formatter's `.squarespace-audio-player`; a native player stays as it is. */
export const read: Read<Props> = (el) => {
  const src = el.dataset.audioAssetUrl ?? el.dataset.src ?? '';
  if (!src || el.querySelector('audio')) return null;
  return { src, title: el.dataset.title ?? '' };
};
export default AudioPlayer;
