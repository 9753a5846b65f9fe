import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { focalPoint, type FocalPoint as Point } from '../core/upload.ts';
import { t } from '../text/words.ts';
import ui from '../ui/ui.module.css';
import styles from './files.module.css';

type Props = { src: string; alt: string; value: Point; onChange: (point: Point) => void };
const STEP = 0.05;
const MOVES: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** What must stay in sight when the picture is cut: a click sets it, arrows move it (E-123). */
export function FocalPoint({ src, alt, value, onChange }: Props) {
  const picture = useRef<HTMLImageElement>(null);
  const click = (event: MouseEvent) => {
    const box = picture.current?.getBoundingClientRect();
    // A press by keyboard has no place.
    if (!box || event.detail === 0) return;
    onChange(focalPoint(event.clientX - box.left, event.clientY - box.top, box.width, box.height));
  };
  const press = (event: KeyboardEvent) => {
    const [x, y] = MOVES[event.key] ?? [];
    if (x === undefined || y === undefined) return;
    event.preventDefault();
    onChange(focalPoint(value.x + x, value.y + y, 1, 1));
  };
  return (
    <div className={ui.field}>
      <span className={ui.label}>{t('files.focal')}</span>
      <button
        type="button"
        className={styles.focal}
        onClick={click}
        onKeyDown={press}
        aria-label={t('files.focalAt', { x: Math.round(value.x * 100), y: Math.round(value.y * 100) })}
      >
        <img ref={picture} src={src} alt={alt} draggable={false} />
        <span className={styles.point} style={{ insetInlineStart: `${value.x * 100}%`, top: `${value.y * 100}%` }} />
      </button>
      <span className={ui.help}>{t('files.focalHelp')}</span>
    </div>
  );
}
