import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getCollection, getSite } from '../client/editor.ts';
import { hrefOf, LINK_KINDS, type Link, type LinkKind, linkOf, linkProblems } from '../core/link.ts';
import { PickFile } from '../files/PickFile.tsx';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

type Props = {
  link: Link;
  onSave: (link: Link) => void;
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

/** The messages of a link, each a line (E-057…E-061). */
export const linkError = (link: Link): string | undefined =>
  linkProblems(link)
    .map((problem) => t(problem, { val: link.value }))
    .join('. ') || undefined;

/** The window in which a link is made: what it leads to, and where that is (E-055, E-056). */
export function LinkDialog({ link: given, onSave, onRemove, onClose }: Props) {
  const [link, setLink] = useState<Link>(given);
  const [tried, setTried] = useState(false);
  const error = tried ? linkError(link) : undefined;
  const save = () => {
    setTried(true);
    if (linkError(link) !== undefined) return;
    onSave(link);
    onClose();
  };
  return (
    <Dialog title={t('link.title')} isOpen onClose={onClose}>
      <Select<LinkKind>
        label={t('link.kind')}
        value={link.kind}
        choices={LINK_KINDS.map((kind) => ({ value: kind, label: t(`link.kind.${kind}`) }))}
        onChange={(kind) => setLink({ ...link, kind, value: '' })}
      />
      <Target link={link} error={error} onChange={(value) => setLink({ ...link, value })} onEnter={save} />
      {link.kind === 'email' || link.kind === 'phone' ? null : (
        <Switch
          label={t('link.newWindow')}
          isOn={link.newWindow === true}
          onChange={(newWindow) => setLink({ ...link, newWindow })}
        />
      )}
      <div className={ui.actions}>
        {onRemove ? (
          <Button
            look="danger"
            onPress={() => {
              onRemove();
              onClose();
            }}
          >
            {t('link.remove')}
          </Button>
        ) : null}
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" onPress={save}>
          {t('link.save')}
        </Button>
      </div>
    </Dialog>
  );
}

type TargetProps = { link: Link; error: string | undefined; onChange: (value: string) => void; onEnter: () => void };

function Target({ link, error, onChange, onEnter }: TargetProps) {
  switch (link.kind) {
    case 'page':
      return <PageTarget link={link} error={error} onChange={onChange} onEnter={onEnter} />;
    case 'item':
      return <ItemTarget link={link} error={error} onChange={onChange} onEnter={onEnter} />;
    case 'file':
      return (
        <PickFile
          label={t('link.kind.file')}
          value={link.value}
          onChange={(file) => onChange(file.url)}
          error={error}
        />
      );
    case 'url':
    case 'email':
    case 'phone':
      return (
        <TextField
          label={t(`link.value.${link.kind}`)}
          value={link.value}
          onChange={onChange}
          onEnter={onEnter}
          error={error}
          autoFocus
          placeholder={t(`link.example.${link.kind}`)}
        />
      );
  }
}

/** The pages of the site, or an address that is typed (E-061, E-064). */
function PageTarget({ link, error, onChange, onEnter }: TargetProps) {
  const site = useQuery({ queryKey: ['site'], queryFn: getSite });
  const pages = site.data?.collections.filter((collection) => collection.enabled) ?? [];
  return (
    <>
      {site.isPending ? <Loading /> : null}
      {site.isError ? <Problem text={t('errors.collections')} retry={() => void site.refetch()} /> : null}
      {pages.length > 0 ? (
        <Select
          label={t('link.page')}
          value={pages.some(({ url }) => url === link.value) ? link.value : null}
          placeholder={t('link.choosePage')}
          choices={pages.map(({ url, title }) => ({ value: url, label: title, help: url }))}
          onChange={onChange}
        />
      ) : null}
      <TextField
        label={t('link.value.page')}
        value={link.value}
        onChange={onChange}
        onEnter={onEnter}
        error={error}
        placeholder="/about"
      />
    </>
  );
}

/** The items of a collection, found by their words. */
function ItemTarget({ link, error, onChange, onEnter }: TargetProps) {
  const site = useQuery({ queryKey: ['site'], queryFn: getSite });
  const lists = site.data?.collections.filter((collection) => collection.isList) ?? [];
  const [folder, setFolder] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const chosen = folder ?? lists[0]?.folder ?? null;
  const items = useQuery({
    queryKey: ['collection', chosen, search, 'pick'],
    enabled: chosen !== null,
    queryFn: () => getCollection({ folder: chosen ?? '', limit: 50, search: search || undefined }),
  });
  return (
    <>
      {site.isError ? <Problem text={t('errors.collections')} retry={() => void site.refetch()} /> : null}
      <Select
        label={t('link.collection')}
        value={chosen}
        choices={lists.map((list) => ({ value: list.folder, label: list.title }))}
        onChange={setFolder}
      />
      <TextField label={t('common.search')} type="search" value={search} onChange={setSearch} />
      {items.isError ? <Problem text={t('errors.results')} retry={() => void items.refetch()} /> : null}
      <Select
        label={t('link.kind.item')}
        value={items.data?.items.some(({ url }) => url === link.value) ? link.value : null}
        placeholder={t('link.chooseItem')}
        choices={(items.data?.items ?? []).map(({ url, title }) => ({ value: url, label: title, help: url }))}
        onChange={onChange}
      />
      <TextField label={t('link.value.page')} value={link.value} onChange={onChange} onEnter={onEnter} error={error} />
    </>
  );
}

/** A field that holds a link: what it leads to, and a button to change it. */
export function LinkField({
  label,
  value,
  onChange,
  pointer,
}: {
  label: string;
  value: string;
  onChange: (href: string) => void;
  pointer?: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <div className={ui.field} data-pointer={pointer}>
      <span className={ui.label}>{label}</span>
      <div className={ui.group}>
        <span style={{ flex: 1, alignSelf: 'center', overflowWrap: 'anywhere' }}>{value || t('link.none')}</span>
        <Button icon="link" aria-label={t('link.change', { label })} onPress={() => setOpen(true)}>
          {t('link.choose')}
        </Button>
      </div>
      {open ? (
        <LinkDialog
          link={linkOf(value)}
          onClose={() => setOpen(false)}
          onSave={(link) => onChange(hrefOf(link))}
          onRemove={value ? () => onChange('') : undefined}
        />
      ) : null}
    </div>
  );
}
