import { useState } from 'react';
import type { ProductRow as ProductRowData } from '../client/wire.ts';
import { at, type Json, listAt, textAt } from '../core/json.ts';
import { VARIANTS } from '../core/product.ts';
import { textsOf } from '../core/tags.ts';
import { useSite } from '../state/context.ts';
import { onSite } from '../state/onSite.ts';
import { amountsOf, pictureOf, placesOf } from '../table/rows.ts';
import { moments, numbers } from '../text/formats.ts';
import { t } from '../text/words.ts';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { totalOf } from '../variants/total.ts';
import type { Counted } from '../variants/useCounts.ts';
import { amountText, hiddenAs } from './list.ts';
import styles from './products.module.css';
import { g } from './text.ts';

type Props = {
  json: Json;
  /** Its picture in the narrowest widths there are. */
  small: ProductRowData['small'];
  currency: string;
  counted: Counted;
  /** One of its variants is low, by what the shop says. */
  isLow: boolean;
  isAt: boolean;
  onFocus: () => void;
  onOpen: () => void;
};

/** One product of the list: its picture, name, state, price and stock; a press opens it. */
export function ProductRow({ json, small, currency, counted, isLow, isAt, onFocus, onOpen }: Props) {
  const [now] = useState(Date.now);
  const places = placesOf(json);
  const variants = listAt(json, VARIANTS).length;
  const words = [...textsOf(json, 'category'), ...textsOf(json, 'tag')].slice(0, 4).join(', ');
  const hidden = hiddenAs(json, now);
  const prices = amountsOf(json, 'price');
  return (
    <button type="button" className={styles.row} aria-current={isAt} onFocus={onFocus} onClick={onOpen}>
      <Picture json={json} small={small} />
      <span className={styles.name}>
        <strong>{textAt(json, '/title')}</strong>
        <span className={ui.help}>
          {[variants > 1 ? g('variants', { n: variants }) : '', words].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.state}>
        {hidden ? <Badge>{stateText(hidden, json)}</Badge> : <span className={ui.help}>{g('visible')}</span>}
      </span>
      <Stock json={json} places={places} counted={counted} isLow={isLow} />
      <span className={styles.price}>
        {prices ? amountText(prices, currency) : <span className={ui.help}>{g('noPrice')}</span>}
        {amountsOf(json, 'salePrice') ? <Badge>{g('onSale')}</Badge> : null}
      </span>
    </button>
  );
}

function stateText(hidden: NonNullable<ReturnType<typeof hiddenAs>>, json: Json): string {
  const planned = at(json, '/publishOn');
  if (hidden !== 'Scheduled' || typeof planned !== 'number') return t(`status.${hidden}`);
  const when = moments({ dateStyle: 'medium' }).format(planned);
  return g('scheduledFor', { when });
}

function Picture({ json, small }: { json: Json; small: ProductRowData['small'] }) {
  const { previewUrl } = useSite();
  // Its address is of the site, which may have another origin than the editor; it may be gone since.
  const [lost, setLost] = useState('');
  const picture = pictureOf(json);
  if (picture === '' || picture === lost) return <span className={styles.picture} />;
  const at = (address: string) => onSite(previewUrl, address);
  return (
    <img
      className={styles.picture}
      src={at(small?.src ?? picture)}
      srcSet={small && small.dense !== small.src ? `${at(small.src)} 2x, ${at(small.dense)} 3x` : undefined}
      alt=""
      loading="lazy"
      width={44}
      height={44}
      onError={() => setLost(picture)}
    />
  );
}

type StockProps = { json: Json; places: readonly string[]; counted: Counted; isLow: boolean };

function Stock({ json, places, counted, isLow }: StockProps) {
  const total = totalOf(json, places, counted);
  if (total.is !== 'known')
    return (
      <span className={styles.stock}>
        <span className={ui.help}>{g(total.is === 'asked' ? 'asked' : 'noStock')}</span>
      </span>
    );
  const { left, out, of } = total;
  const whole = (n: number) => numbers().format(n);
  if (out === of)
    return (
      <span className={styles.stock}>
        <Badge>{g('soldOut')}</Badge>
      </span>
    );
  return (
    <span className={styles.stock}>
      <span>{left === null ? g('endless') : g('left', { n: whole(left) })}</span>
      {out > 0 ? <Badge>{g('someOut', { n: out, of })}</Badge> : null}
      {isLow ? <Badge>{g('low')}</Badge> : null}
    </span>
  );
}
