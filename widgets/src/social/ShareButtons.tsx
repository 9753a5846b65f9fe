import { useState } from 'react';
import { SHARE_SERVICES, type Shared } from '../domain/share.ts';
import { SOCIAL_TEXTS } from '../text/catalogue/social.ts';
import { addTexts, text } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import styles from './Social.module.css';

addTexts(SOCIAL_TEXTS);

type Props = {
  /** The services the owner chose; plain links to each (W-215). */
  services: readonly string[];
  shared: Shared;
};

/** Plain links, no third party's script; the device's own way to share where it has one, and the address to copy. */
export function ShareButtons({ services, shared }: Props) {
  const [copied, setCopied] = useState(false);
  const { url, title } = shared;
  // The visitor may change their mind in the device's own window: that is no fault.
  const share = () => void navigator.share({ url, title }).catch(() => undefined);
  const copy = () => navigator.clipboard.writeText(url).then(() => setCopied(true), reportError);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of links is no form
    <div role="group" aria-label={text('shareLabel')} className={styles.share}>
      {'share' in navigator ? (
        <Button kind="secondary" onClick={share}>
          {text('shareDevice')}
        </Button>
      ) : null}
      {services.map((name) => {
        const service = SHARE_SERVICES[name];
        if (!service) return null;
        const byEmail = name === 'email';
        return (
          <a
            key={name}
            className={styles.link}
            href={service.target(shared)}
            {...(byEmail ? {} : { target: '_blank', rel: 'noopener' })}
            aria-label={byEmail ? text('shareByEmail') : text('shareOn', { service: service.name })}
          >
            {service.name}
          </a>
        );
      })}
      {'clipboard' in navigator ? (
        <Button kind="secondary" onClick={() => void copy()}>
          {text(copied ? 'shareCopied' : 'shareCopy')}
        </Button>
      ) : null}
      <span role="status" className="loggia-visually-hidden">
        {copied ? text('shareCopied') : ''}
      </span>
    </div>
  );
}
