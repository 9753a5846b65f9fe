import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import ui from '../ui/ui.module.css';
import { g } from './text.ts';

/** How products come here from a spreadsheet and from another shop. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={g('importTitle')} isOpen onClose={onClose}>
      <p>{g('importTable')}</p>
      <p>{g('importShop')}</p>
      <p>
        <code>loggia import my-site products.csv</code>
      </p>
      <p className={ui.help}>{g('importAgain')}</p>
      <div className={ui.actions}>
        <Button look="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      </div>
    </Dialog>
  );
}
