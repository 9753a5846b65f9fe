import { useStore } from '../../state/useStore.ts';
import { $route } from '../state/route.ts';
import { lazyPart } from '../ui/lazyPart.ts';
import { Loading } from '../ui/states.tsx';
import { PageList, PageTools } from './PageList.tsx';

// The list of pages is what one sees first: what opens from it comes when it is opened.
const CollectionPanel = lazyPart(
  () => import('../collection/CollectionPanel.tsx').then((room) => room.CollectionPanel),
  () => <Loading />,
);
const FilePanel = lazyPart(
  () => import('../item/FilePanel.tsx').then((room) => room.FilePanel),
  () => <Loading />,
);

/** Pages and what is in them: the list, a collection, or one file. */
export function PagesPanel() {
  const { params } = useStore($route);
  if (params.file) return <FilePanel key={params.file} path={params.file} at={params.at ?? ''} />;
  if (params.collection) return <CollectionPanel key={params.collection} folder={params.collection} />;
  if (params.show) return <PageTools show={params.show} />;
  return <PageList />;
}
