import { useRef, useState } from 'react';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { BeginReturn } from './BeginReturn.tsx';
import styles from './desk.module.css';
import { amount, pathOf, type Whole, when } from './desk.ts';
import { Exchange } from './Exchange.tsx';
import { e } from './edit.ts';
import { ReceiveReturn } from './ReceiveReturn.tsx';
import { LONGEST_WORDS, type OneReturn, ofReturn, productOf, type Run, useOnce } from './returns.ts';

type Props = { whole: Whole; run: Run };

/** The returns of an order: what comes back and why, what was said to it, and what is done next; and a new one of what was sent. */
export function Returns({ whole, run }: Props) {
  const [isBeginning, setBeginning] = useState(false);
  const [isExchanging, setExchanging] = useState(false);
  const [box, giveBack] = useGivenBack<HTMLElement>();
  const { returns, returnable, order } = whole;
  if (returns.length === 0 && returnable.length === 0) return null;
  const begin = async (json: object, headers?: Record<string, string>) => {
    const isDone = await run('POST', `${pathOf(order.id)}/returns`, json, headers);
    if (isDone) {
      setBeginning(false);
      giveBack(null);
    }
    return isDone;
  };
  const close = (isDone: boolean) => {
    setExchanging(false);
    giveBack(isDone ? null : '[data-exchange]');
  };
  return (
    <section ref={box} tabIndex={-1} className={ui.stack} aria-label={t('desk.returns')}>
      <strong>{t('desk.returns')}</strong>
      {returns.map((one) => (
        <Return key={one.id} one={one} whole={whole} run={run} />
      ))}
      {returnable.length > 0 ? (
        <div className={ui.actions}>
          <Button aria-expanded={isBeginning} onPress={() => setBeginning(!isBeginning)}>
            {t('desk.returnBegin')}
          </Button>
          <Button data-exchange aria-expanded={isExchanging} onPress={() => setExchanging(!isExchanging)}>
            {e('exchange')}
          </Button>
        </div>
      ) : null}
      {isBeginning && returnable.length > 0 ? <BeginReturn whole={whole} begin={begin} /> : null}
      {isExchanging && returnable.length > 0 ? <Exchange whole={whole} onClose={close} /> : null}
    </section>
  );
}

/** A part that takes the focus back from a form in it that closes: what is named, or the part where that may be gone. */
function useGivenBack<Part extends HTMLElement>() {
  const box = useRef<Part>(null);
  const giveBack = (to: string | null) =>
    // What is named may be drawn by the same change that closes the form.
    requestAnimationFrame(() => ((to && box.current?.querySelector<HTMLElement>(to)) || box.current)?.focus());
  return [box, giveBack] as const;
}

/** One return, with what can be done with it as it stands. */
function Return({ one, whole, run }: { one: OneReturn } & Props) {
  const [isExchanging, setExchanging] = useState(false);
  const [box, giveBack] = useGivenBack<HTMLElement>();
  const isOpen = (one.state === 'REQUESTED' || one.state === 'ACCEPTED') && !one.exchangeWaits;
  const close = (isDone: boolean) => {
    setExchanging(false);
    giveBack(isDone ? null : '[data-exchange]');
  };
  const decide = (verdict: 'ACCEPT' | 'DECLINE', answer: string) =>
    run('POST', `${ofReturn(one)}/decision`, { verdict, answer });
  const began = [when(one.createdOn), one.byStaff ? t('desk.returnByStaff') : ''].filter(Boolean).join(' · ');
  return (
    <article
      ref={box}
      tabIndex={-1}
      className={`${ui.stack} ${styles.return}`}
      aria-label={t('desk.returnFrom', { when: when(one.createdOn) })}
    >
      <p className={styles.lines}>
        {`${began} `}
        <Badge>{t(`desk.returnState.${one.state}`)}</Badge>
      </p>
      <ul style={{ margin: 0 }}>
        {one.lines.map((line) => (
          <li key={line.position}>
            {`${line.quantity} × ${productOf(whole, line.position)} · ${t(`desk.why.${line.reason}`)}`}
            {line.received > 0 ? (
              <span className={ui.help}>
                {` · ${t('desk.returnCame', { n: String(line.received), stock: String(line.restocked) })}`}
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {one.note ? <Said label={one.byStaff ? t('desk.returnNote') : t('desk.returnWords')} text={one.note} /> : null}
      {one.answer ? <Said label={t('desk.returnTold')} text={one.answer} /> : null}
      {one.feeCents > 0 ? (
        <p className={styles.lines}>{t('desk.returnKept', { amount: amount(one.feeCents, whole.amounts) })}</p>
      ) : null}
      {one.exchangeWaits ? <p className={styles.lines}>{t('desk.exchangeWaits')}</p> : null}
      {isOpen && one.state === 'REQUESTED' ? <Decide decide={decide} /> : null}
      {isOpen ? (
        <div className={ui.actions}>
          <Button data-exchange aria-expanded={isExchanging} onPress={() => setExchanging(!isExchanging)}>
            {e('exchange')}
          </Button>
        </div>
      ) : null}
      {isOpen && isExchanging ? <Exchange whole={whole} one={one} onClose={close} /> : null}
      {isOpen && one.state === 'ACCEPTED' && !isExchanging ? (
        <>
          <ReceiveReturn one={one} whole={whole} receive={(json) => run('POST', `${ofReturn(one)}/receipt`, json)} />
          <Nothing notify={one.notify} decline={(answer) => decide('DECLINE', answer)} />
        </>
      ) : null}
    </article>
  );
}

function Said({ label, text }: { label: string; text: string }) {
  return (
    <p className={styles.lines}>
      <span className={ui.help}>{label}</span>
      {`\n${text}`}
    </p>
  );
}

type Decided = (verdict: 'ACCEPT' | 'DECLINE', answer: string) => Promise<boolean>;

/** Accepts what was asked for, or declines it with a reason. */
function Decide({ decide }: { decide: Decided }) {
  const [answer, setAnswer] = useState('');
  const [isBusy, once] = useOnce();
  const press = (verdict: 'ACCEPT' | 'DECLINE') => void once(() => decide(verdict, answer.trim()));
  return (
    <>
      <TextField
        label={t('desk.returnTell')}
        help={t('desk.returnTellHelp')}
        rows={3}
        maxLength={LONGEST_WORDS}
        value={answer}
        onChange={setAnswer}
      />
      <div className={ui.actions}>
        <Button look="primary" isDisabled={isBusy} onPress={() => press('ACCEPT')}>
          {t('desk.returnAccept')}
        </Button>
        <Button isDisabled={isBusy || answer.trim() === ''} onPress={() => press('DECLINE')}>
          {t('desk.returnDecline')}
        </Button>
      </div>
    </>
  );
}

/** Declines one whose goods did not come; its pieces are free again. */
function Nothing({ notify, decline }: { notify: boolean; decline: (answer: string) => Promise<boolean> }) {
  const [isOpen, setOpen] = useState(false);
  const [answer, setAnswer] = useState('');
  const [isBusy, once] = useOnce();
  return (
    <>
      <div className={ui.actions}>
        <Button aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {t('desk.returnNothing')}
        </Button>
      </div>
      {isOpen ? (
        <>
          <TextField
            label={t('desk.returnWhyNot')}
            help={notify ? t('desk.returnWhyNotHelp') : t('desk.returnUntold')}
            rows={2}
            maxLength={LONGEST_WORDS}
            value={answer}
            onChange={setAnswer}
          />
          <div className={ui.actions}>
            <Button isDisabled={isBusy || answer.trim() === ''} onPress={() => void once(() => decline(answer.trim()))}>
              {t('desk.returnDecline')}
            </Button>
          </div>
        </>
      ) : null}
    </>
  );
}
