import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { getHome } from '../client/editor.ts';
import { Panel } from '../panel/Panel.tsx';
import { useSession } from '../state/context.ts';
import { t } from '../text/text.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { CannotLoad, Loading } from '../ui/states.tsx';
import { Cards } from './Cards.tsx';
import { Checklist } from './Checklist.tsx';

const Help = lazyPart(() => import('../tour/Help.tsx').then((room) => room.Help));
const Publish = lazyPart(() => import('../publish/Publish.tsx').then((room) => room.Publish));

/** What one sees first: how far the site has come, what came in today, and what is unfinished. */
export function HomePanel() {
  const built = useStore(useSession().$built);
  const [publishing, setPublishing] = useState(false);
  const home = useQuery({
    // What the files say is another thing after each build.
    queryKey: ['home', built],
    queryFn: getHome,
    staleTime: 0,
    placeholderData: (last) => last,
  });
  const close = () => {
    setPublishing(false);
    void home.refetch();
  };
  const isNew = home.data?.steps.some(({ name, done }) => name === 'publish' && !done) === true;
  const help = (isFirst: boolean) => <Help {...{ isNew, isFirst }} />;
  return (
    <Panel title={t('tool.home')}>
      {home.isPending ? <Loading /> : null}
      {home.isError ? <CannotLoad retry={() => void home.refetch()} /> : null}
      {home.data ? (
        <>
          {help(true)}
          <Checklist home={home.data} onPublish={() => setPublishing(true)} />
          <Cards home={home.data} onPublish={() => setPublishing(true)} />
          {help(false)}
        </>
      ) : null}
      {publishing ? <Publish onClose={close} /> : null}
    </Panel>
  );
}
