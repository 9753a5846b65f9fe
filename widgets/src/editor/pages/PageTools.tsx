import { go } from '../state/route.ts';
import { m } from '../text/manage.ts';
import { Button } from '../ui/Button.tsx';
import styles from '../ui/lists.module.css';
import { BinPanel } from './BinPanel.tsx';
import { RedirectsPanel } from './RedirectsPanel.tsx';

/** What was deleted, what leads elsewhere, or below the list of pages the way to both. */
export function PageTools({ show }: { show?: string | undefined }) {
  if (show === 'bin') return <BinPanel />;
  if (show) return <RedirectsPanel />;
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
