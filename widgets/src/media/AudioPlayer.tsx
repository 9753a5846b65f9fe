/* eslint-disable jsx-a11y-x/media-has-caption -- the owner's recording has no captions of ours to offer */
import { useState } from 'react';
import { GALLERY_TEXTS } from '../text/catalogue/gallery.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Player.module.css';

addTexts(GALLERY_TEXTS);

/** A recording in the browser's own player; the tracker counts its first play (W-212). */
export function AudioPlayer({ src, title }: { src: string; title: string }) {
  const [broken, setBroken] = useState(false);
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the owner's recording has no captions of ours to offer */}
      <audio
        className={styles.audio}
        controls
        preload="metadata"
        src={src}
        aria-label={title || text('audioLabel')}
        onError={() => setBroken(true)}
      />
      {broken ? (
        <p role="alert" className={styles.fault}>
          {text('audioFault')} <a href={src}>{title || text('audioLabel')}</a>
        </p>
      ) : null}
    </>
  );
}
