import { useRef } from 'react';
import { useStore } from '../../state/useStore.ts';
import { $narrow } from '../panel/view.ts';
import { useSite } from '../state/context.ts';
import { $route, addressOf, go, partOf, partsFor } from '../state/route.ts';
import { t } from '../text/text.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyPart } from '../ui/lazyPart.ts';
import { useInView } from '../ui/useInView.ts';
import styles from './shell.module.css';

/** It comes behind what one sees first. */
const Unread = lazyPart(() => import('./Unread.tsx').then((room) => room.Unread));

/** The parts of the editor that somebody may use (E-162). */
export function Rail() {
  const { role } = useSite();
  const current = partOf(useStore($route).path)?.name;
  const row = useRef<HTMLElement>(null);
  useInView(row, current);
  return (
    <nav ref={row} className={styles.rail} aria-label={t('shell.tools')}>
      {partsFor(role.tools).map(({ name, path }) => (
        <a
          key={name}
          className={styles.tool}
          href={addressOf({ path, params: {} })}
          aria-current={name === current ? 'page' : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            $narrow.set('panel');
            go(path);
          }}
        >
          <Icon name={name} />
          {t(`tool.${name}`)}
          {name === 'inbox' ? <Unread /> : null}
        </a>
      ))}
    </nav>
  );
}
