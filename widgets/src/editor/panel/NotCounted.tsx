import { useSession } from '../state/context.ts';
import { h } from '../text/home.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';

const SITE = 'site.json';

/** The site's own setting is off: that is said, and can be changed here by who may. */
export function NotCounted({ mayCount }: { mayCount: boolean }) {
  const session = useSession();
  const count = async () => {
    await session.open(SITE);
    const edits = [{ op: 'set' as const, pointer: '/websiteSettings/tracking', value: {} }];
    session.act(h('home.count'), [{ kind: 'edit', path: SITE, edits }]);
  };
  return (
    <>
      <p style={{ margin: 0 }}>{h('home.notCounted')}</p>
      {mayCount ? (
        <div className={ui.actions}>
          <Button onPress={() => count()}>{h('home.count')}</Button>
        </div>
      ) : null}
    </>
  );
}
