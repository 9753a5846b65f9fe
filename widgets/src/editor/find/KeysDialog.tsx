import { Fragment } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import ui from '../ui/ui.module.css';
import styles from './find.module.css';
import { f } from './text.ts';

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** The keys that work everywhere in the editor. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const command = isApple() ? '⌘' : 'Ctrl';
  const keys: [string[], string][] = [
    [[command, 'K'], f('key.find')],
    [[command, 'Z'], f('key.undo')],
    [[command, 'Shift', 'Z'], f('key.redo')],
    [[command, 'S'], f('key.save')],
    [['Tab'], f('key.parts')],
    [['Esc'], f('key.close')],
    [['?'], f('key.keys')],
  ];
  return (
    <Dialog title={f('keys')} isOpen onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([names, what]) => (
          <Fragment key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
      <div className={ui.actions}>
        <Button
          onPress={() => {
            onClose();
            // The focus goes back first: the tour gives it back there too. Whoever has no connection is told so in the top bar.
            requestAnimationFrame(
              () => void import('../tour/offer.ts').then((tour) => tour.beginTour()).catch(() => undefined),
            );
          }}
        >
          {f('tour')}
        </Button>
        <Button onPress={onClose} autoFocus>
          {f('close')}
        </Button>
      </div>
    </Dialog>
  );
}
