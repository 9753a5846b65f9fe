import { useEffect, useRef, useState } from 'react';
import {
  BUILT_IN_SITE_KEY,
  captchaSize,
  type Captcha as Drawn,
  renderCaptcha,
  TEST_SITE_KEY,
  TEST_TOKEN,
} from '../platform/captcha.ts';
import type { Challenge } from '../platform/proofOfWork.ts';
import { BuiltInCaptcha } from './BuiltInCaptcha.tsx';
import styles from './Captcha.module.css';

type Props = {
  siteKey: string;
  theme?: string;
  align?: string;
  /** What captchas of ours say. */
  texts: { test: string; working: string; solved: string; failed: string };
  /** Asks for the work of the one that works by itself. */
  challenge: () => Promise<Challenge>;
  /** Goes up when the captcha is to be solved anew (W-135, W-196). */
  turn: number;
  onToken: (token: string | null) => void;
};

/** The captcha's place: drawn by the site's provider, taken away with the form (W-015…W-019, W-194). */
export function Captcha({ siteKey, theme = 'light', align = 'left', texts, challenge, turn, onToken }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | null>(null);
  const tell = useRef(onToken);
  useEffect(() => {
    tell.current = onToken;
  });
  const isTest = siteKey === TEST_SITE_KEY;
  const isBuiltIn = siteKey === BUILT_IN_SITE_KEY;

  useEffect(() => {
    if (isTest || isBuiltIn || !place.current) return;
    let gone = false;
    renderCaptcha(place.current, {
      siteKey,
      theme: theme === 'dark' ? 'dark' : 'light',
      size: captchaSize(window.innerWidth),
      onToken: (token) => tell.current(token),
    }).then((captcha) => {
      if (gone) captcha.destroy();
      else drawn.current = captcha;
    }, reportError);
    return () => {
      gone = true;
      drawn.current?.destroy();
      drawn.current = null;
    };
  }, [isTest, isBuiltIn, siteKey, theme]);

  useEffect(() => {
    if (turn > 0) drawn.current?.reset();
  }, [turn]);

  return (
    <div ref={place} className={`captcha-container ${styles.captcha}`} data-align={align} data-theme={theme}>
      {isBuiltIn ? <BuiltInCaptcha key={turn} challenge={challenge} texts={texts} onToken={onToken} /> : null}
      {isTest ? <TestCaptcha key={turn} label={texts.test} onToken={onToken} /> : null}
    </div>
  );
}

function TestCaptcha({ label, onToken }: { label: string; onToken: (token: string | null) => void }) {
  const [solved, setSolved] = useState(false);
  return (
    <label>
      <input
        type="checkbox"
        checked={solved}
        onChange={(event) => {
          setSolved(event.target.checked);
          onToken(event.target.checked ? TEST_TOKEN : null);
        }}
      />{' '}
      {label}
    </label>
  );
}
