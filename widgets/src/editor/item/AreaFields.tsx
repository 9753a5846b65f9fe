import { BlockEditor } from '../blocks/BlockEditor.tsx';
import { listAt } from '../core/json.ts';
import { useJson, useSession } from '../state/context.ts';
import { m } from '../text/manage.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { Sections } from './Sections.tsx';

/** A place of the template with its blocks and sections: what is put there stands on every page that has the place. */
export function AreaFields({ path, at }: { path: string; at: string }) {
  const hasRows = listAt(useJson(path), '/rows').length > 0;
  return (
    <>
      <p className={ui.help}>{m('area.help')}</p>
      {hasRows ? <BlockEditor path={path} at={at} /> : null}
      <Sections path={path} at={at} />
    </>
  );
}

/** The same where nothing stands yet: its file is made when its owner wishes so, and not by looking. */
export function NewArea({ path, label }: { path: string; label: string }) {
  const session = useSession();
  return (
    <>
      <p className={ui.help}>{m('area.help')}</p>
      <p className={ui.help}>{m('area.empty')}</p>
      <div>
        <Button
          look="primary"
          icon="add"
          onPress={() => session.act(label, [{ kind: 'create', path, content: { json: { sections: [] } } }])}
        >
          {m('area.begin')}
        </Button>
      </div>
    </>
  );
}
