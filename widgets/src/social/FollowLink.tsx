import { SOCIAL_TEXTS } from '../text/catalogue/social.ts';
import { addTexts, text } from '../text/text.ts';
import styles from './Social.module.css';

addTexts(SOCIAL_TEXTS);

/** A link to a profile (W-216): no third party's script, no count. */
export function FollowLink({ href, name }: { href: string; name: string }) {
  return (
    <a className={styles.link} href={href} rel="me noopener" target="_blank">
      {text('followOn', { name })}
    </a>
  );
}
