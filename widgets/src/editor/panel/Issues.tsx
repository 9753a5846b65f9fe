import { useState } from 'react';
import type { Diagnostic } from '../core/change.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import styles from './panel.module.css';
import { placeFor } from './view.ts';

const keyOf = ({ code, file, line, column, message }: Diagnostic): string =>
  [code, file, line, column, message].join('|');

/** `template/blocks/card.block:3:14`, as every tool of a developer says it. */
export const placeText = ({ file, line, column }: Diagnostic): string =>
  [file, line || undefined, column || undefined].filter((part) => part !== undefined && part !== '').join(':');

/** What is wrong with the site, each with its place; what has been read can be put aside (E-022). */
export function Issues({ issues, onGo }: { issues: readonly Diagnostic[]; onGo?: () => void }) {
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set());
  const shown = issues.filter((issue) => !aside.has(keyOf(issue)));
  if (shown.length === 0) return <p>{t('issues.none')}</p>;
  return (
    <ul className={styles.issues} aria-label={t('issues.title')}>
      {shown.map((issue) => (
        <li key={keyOf(issue)} className={styles.issue} data-level={issue.severity}>
          <div>
            <p style={{ margin: 0 }}>{issue.message}</p>
            {issue.help ? <p style={{ margin: 0 }}>{issue.help}</p> : null}
            <p className={styles.place} style={{ margin: 0 }}>
              {placeText(issue)}
            </p>
          </div>
          <div>
            <IconButton
              icon="close"
              label={t('issues.dismiss')}
              onPress={() => setAside(new Set([...aside, keyOf(issue)]))}
            />
            {issue.file ? (
              <Button
                look="quiet"
                onPress={() => {
                  const place = placeFor({ path: issue.file ?? '', pointer: issue.pointer ?? '' });
                  go(place.path, place.params);
                  onGo?.();
                }}
              >
                {t('issues.open')}
              </Button>
            ) : null}
          </div>
        </li>
      ))}
    </ul>
  );
}
