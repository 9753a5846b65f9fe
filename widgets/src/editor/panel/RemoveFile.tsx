import { useState } from 'react';
import { folderOf } from '../core/item.ts';
import { useSession } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Ask } from '../ui/Dialog.tsx';

/** Takes an item away. It comes back with undo for as long as the editor is open. */
export function RemoveFile({ path }: { path: string }) {
  const session = useSession();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button look="danger" icon="remove" onPress={() => setAsking(true)}>
        {t('item.remove')}
      </Button>
      <Ask
        title={t('item.remove')}
        text={t('item.removeHelp')}
        yes={t('item.remove')}
        danger
        isOpen={asking}
        onNo={() => setAsking(false)}
        onYes={() => {
          setAsking(false);
          go('website/pages', path.endsWith('/collection.json') ? {} : { collection: folderOf(path) });
          session.act(t('item.remove'), [{ kind: 'delete', path }]);
        }}
      />
    </>
  );
}
