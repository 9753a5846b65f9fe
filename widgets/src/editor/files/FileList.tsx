import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { DropZone, FileTrigger, ListBox, ListBoxItem, Text } from 'react-aria-components';
import { getUploads } from '../client/editor.ts';
import type { Upload } from '../client/wire.ts';
import { ACCEPTED, extensionOf, fileSize, kindOf } from '../core/upload.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import styles from './files.module.css';
import { type Sending, useUploads } from './useUploads.ts';

export function Thumb({ file }: { file: Upload }) {
  return kindOf(file.name) === 'image' ? (
    <img src={file.url} alt="" loading="lazy" />
  ) : (
    <span className={styles.kind}>{extensionOf(file.name).toUpperCase()}</span>
  );
}

/** What is on its way, and what failed (E-053). */
export function SendingList({ sending, dismiss }: { sending: readonly Sending[]; dismiss: (id: number) => void }) {
  if (sending.length === 0) return null;
  return (
    <ul className={styles.sending} aria-label={t('files.sending')}>
      {sending.map(({ id, name, share, error }) => (
        <li key={id}>
          <span className={styles.name}>{name}</span>
          {error === undefined ? (
            <progress value={share} max={1} aria-label={t('files.progress', { name })} />
          ) : (
            <>
              <IconButton icon="close" label={t('files.dismiss', { name })} onPress={() => dismiss(id)} />
              <span role="alert" style={{ gridColumn: '1 / -1' }}>
                <strong>{t('files.errorUploading')}</strong> {error}
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

type Props = {
  type?: 'image/' | 'audio/';
  selected?: string | undefined;
  onChoose: (file: Upload) => void;
  /** Called with a file that was just uploaded: where one is being chosen, it is the choice. */
  onUpload?: (file: Upload) => void;
};

/** The files of the site: dropped or chosen ones are added, and one is picked (E-038). */
export function FileList({ type, selected, onChoose, onUpload }: Props) {
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  const uploads = useUploads(onUpload);
  const list = useInfiniteQuery({
    queryKey: ['uploads', wanted, type],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => getUploads({ after: pageParam, search: wanted || undefined, type }),
    getNextPageParam: (page) => page.nextCursor,
  });
  const files = list.data?.pages.flatMap((page) => page.files) ?? [];
  return (
    <>
      <DropZone
        className={styles.drop ?? ''}
        onDrop={(event) => {
          const dropped = event.items.filter((item) => item.kind === 'file');
          void Promise.all(dropped.map((item) => item.getFile())).then(uploads.add);
        }}
      >
        <Text slot="label">{t('files.drop')}</Text>
        <FileTrigger
          allowsMultiple
          acceptedFileTypes={[...ACCEPTED]}
          onSelect={(chosen) => void uploads.add(chosen ? [...chosen] : [])}
        >
          <Button icon="add">{t('files.upload')}</Button>
        </FileTrigger>
      </DropZone>
      <SendingList sending={uploads.sending} dismiss={uploads.dismiss} />
      <TextField label={t('common.search')} type="search" value={search} onChange={setSearch} />
      {list.isPending ? <Loading /> : null}
      {list.isError ? <Problem text={t('errors.results')} retry={() => void list.refetch()} /> : null}
      <ListBox
        aria-label={t('files.title')}
        className={styles.grid ?? ''}
        layout="grid"
        selectionMode="single"
        selectedKeys={selected ? [selected] : []}
        items={files.map((file) => ({ id: file.path, file }))}
        onSelectionChange={(keys) => {
          const file = files.find(({ path }) => keys !== 'all' && keys.has(path));
          if (file) onChoose(file);
        }}
        renderEmptyState={() => (list.isSuccess ? t('files.none') : null)}
      >
        {({ id, file }) => (
          <ListBoxItem id={id} textValue={file.name} className={styles.file ?? ''}>
            <Thumb file={file} />
            <span className={styles.name}>{file.name}</span>
            <span className={styles.size}>{fileSize(file.size)}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {list.hasNextPage ? (
        <Button isDisabled={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {t('common.more')}
        </Button>
      ) : null}
    </>
  );
}
