import { ListBox, ListBoxItem } from 'react-aria-components';
import { areaLabel } from '../core/area.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import styles from '../ui/lists.module.css';
import { BinPanel } from './BinPanel.tsx';
import { RedirectsPanel } from './RedirectsPanel.tsx';

/** What was deleted, what leads elsewhere, or below the list of pages the way to both. */
export function PageTools({ show }: { show?: string | undefined }) {
  if (show === 'bin') return <BinPanel />;
  if (show) return <RedirectsPanel />;
  return (
    <>
      <Areas />
      <Below />
    </>
  );
}

/** What stands on every page, at the places that the template keeps for it: a footer of sections. */
function Areas() {
  const { areas } = useSite().template;
  if (areas.length === 0) return null;
  return (
    <section className={styles.section} aria-label={m('area.title')}>
      <h3>{m('area.title')}</h3>
      <ListBox
        aria-label={m('area.title')}
        className={styles.tree ?? ''}
        items={areas}
        onAction={(key) => {
          const area = areas.find(({ id }) => id === key);
          if (area) go('website/pages', { file: area.path });
        }}
      >
        {(area) => (
          <ListBoxItem id={area.id} textValue={areaLabel(area)} className={styles.entry ?? ''}>
            <Icon name="pages" />
            <span className={styles.grow}>{areaLabel(area)}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </section>
  );
}

function Below() {
  return (
    <div className={styles.below}>
      {(['bin', 'redirects'] as const).map((name) => (
        <Button key={name} look="quiet" onPress={() => go('website/pages', { show: name })}>
          {m(`${name}.title`)}
        </Button>
      ))}
    </div>
  );
}
