import { useEffect, useRef, useState } from 'react';
import type { Embed } from '../domain/embed.ts';
import { tell } from '../platform/tell.ts';
import { GALLERY_TEXTS } from '../text/catalogue/gallery.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Player.module.css';

addTexts(GALLERY_TEXTS);

type Props = {
  embed: Embed;
  /** As CSS writes it: '16 / 9'. */
  ratio: string;
  title: string;
  poster?: string | undefined;
  /** The picture's focal point, as CSS writes a position. */
  focus?: string | undefined;
};

/** A film of a provider the owner chose: a picture and a button; the provider hears of the visitor only after a press. */
export function VideoPlayer({ embed, ratio, title, poster, focus }: Props) {
  const [plays, setPlays] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (plays) frame.current?.focus();
  }, [plays]);

  const play = () => {
    setPlays(true);
    tell('loggia:video', { source: 'src' in embed ? embed.src : embed.host });
  };
  const name = title || text('videoFrame');
  if (plays)
    return 'src' in embed ? (
      <iframe
        ref={frame}
        className={styles.frame}
        style={{ aspectRatio: ratio }}
        src={embed.src}
        title={name}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
    ) : (
      // The owner's HTML has no frame of its own: it runs in one without access to the page.
      <iframe
        ref={frame}
        className={styles.frame}
        style={{ aspectRatio: ratio }}
        srcDoc={embed.html}
        title={name}
        sandbox="allow-scripts allow-popups allow-presentation"
      />
    );
  const label = title ? text('videoPlayTitled', { title }) : text('videoPlay');
  const from = embed.host ? text('videoFrom', { host: embed.host }) : '';
  return (
    <button
      type="button"
      className={styles.cover}
      style={{ aspectRatio: ratio }}
      data-replay="video"
      // What stands on it is in its name, for who asks for it by voice.
      aria-label={from ? `${label}. ${from}` : label}
      onClick={play}
    >
      {poster ? <img src={poster} alt="" style={{ objectPosition: focus }} decoding="async" /> : null}
      <span className={styles.play} aria-hidden="true">
        <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true">
          <path d="M8 5.5v13l11-6.5z" fill="currentColor" />
        </svg>
      </span>
      {from ? <span className={styles.host}>{from}</span> : null}
    </button>
  );
}
