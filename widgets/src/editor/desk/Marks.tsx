import { countryName } from '../core/countries.ts';
import { editorLocale } from '../text/text.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import styles from './desk.module.css';
import { type Mark, nameOf, type Whole, when } from './desk.ts';
import { useOnce } from './returns.ts';
import type { Done } from './Steps.tsx';

type Props = {
  marks: Whole['marks'];
  /** Notes that these were looked at. */
  lookedAt: Done;
  /** Opens another order. */
  onOpen: (id: string) => void;
};

/** Why an order is worth a look, until somebody had one; then who had. */
export function Marks({ marks, lookedAt, onOpen }: Props) {
  const [isBusy, once] = useOnce();
  if (marks.length === 0) return null;
  const open = marks.filter(({ seenOn }) => !seenOn);
  const isToCheck = open.some(({ kind }) => kind !== 'not-protected');
  const title = t('desk.marks');
  return (
    <section className={`${ui.stack} ${styles.return}`} aria-label={title}>
      <strong>{title}</strong>
      <ul style={{ margin: 0 }}>
        {marks.map((mark) => (
          <li key={mark.id}>
            {wordsOf(mark)}
            {mark.other ? (
              <>
                {' '}
                <Button look="quiet" onPress={() => mark.other && onOpen(mark.other.id)}>
                  {nameOf(mark.other)}
                </Button>
              </>
            ) : null}
            {mark.seenOn ? (
              <span className={ui.help}>
                {` ${t('desk.lookedAtBy', { who: mark.seenBy, when: when(mark.seenOn) })}`}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {isToCheck ? (
        <>
          <p className={ui.help}>{t('desk.marksHelp')}</p>
          <div className={ui.actions}>
            <Button isDisabled={isBusy} onPress={() => void once(() => lookedAt({ marks: open.map(({ id }) => id) }))}>
              {t('desk.lookedAt')}
            </Button>
          </div>
        </>
      ) : null}
    </section>
  );
}

/** A reason in words. */
function wordsOf({ kind, number, countries }: Mark): string {
  const [one = '', other = ''] = countries.map((code) => countryName(code, editorLocale()));
  const words = t(`desk.mark.${kind}`, { n: String(number ?? ''), one, other });
  const isJudged = kind === 'risk-elevated' || kind === 'risk-highest';
  return isJudged && typeof number === 'number' ? `${words} ${t('desk.markScore', { n: String(number) })}` : words;
}
