import { useStore } from '@nanostores/react';
import { CollectionPanel } from '../collection/CollectionPanel.tsx';
import { FilePanel } from '../item/FilePanel.tsx';
import { $route } from '../state/route.ts';
import { PageList } from './PageList.tsx';

/** Pages and what is in them: the list, a collection, or one file. */
export function PagesPanel() {
  const { params } = useStore($route);
  if (params.file) return <FilePanel key={params.file} path={params.file} at={params.at ?? ''} />;
  if (params.collection) return <CollectionPanel key={params.collection} folder={params.collection} />;
  return <PageList />;
}
