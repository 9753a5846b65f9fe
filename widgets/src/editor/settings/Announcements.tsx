import type { ReactNode } from 'react';
import { at, isObject, type Json, textAt } from '../core/json.ts';
import { sparse } from '../core/sparse.ts';
import { ImageField } from '../files/ImageField.tsx';
import { LinkField } from '../link/LinkEditor.tsx';
import { useEdit, useFaults, useJson, useSite } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { ChoiceValue, FlagValue, HtmlValue, NumberValue } from '../values/values.tsx';
import { a } from './text.ts';
import type { Word } from './words/en.ts';

const SITE = 'site.json';
const BAR = '/websiteSettings/announcementBarSettings';
const POPUP = '/popup';

/** A value that is left out of the file where nobody filled it in. */
function useSparse(root: string, key: string, label: string) {
  const json = useJson(SITE);
  const edit = useEdit(SITE);
  const place = `${root}/${key}`;
  const set = (value: Json | undefined) => {
    const edits = sparse(json, root, place, value);
    if (edits.length > 0) edit(label, edits, `${SITE}#${place}`);
  };
  return [at(json, place), set] as const;
}

function SparseText({ root, name, word, error }: { root: string; name: string; word: Word; error?: string }) {
  const [value, set] = useSparse(root, name, a(word));
  const text = typeof value === 'string' ? value : '';
  return <TextField label={a(word)} value={text} onChange={set} pointer={`${root}/${name}`} error={error} />;
}

function SparseLink({ root, name, word }: { root: string; name: string; word: Word }) {
  const [value, set] = useSparse(root, name, a(word));
  const text = typeof value === 'string' ? value : '';
  return <LinkField label={a(word)} value={text} onChange={set} pointer={`${root}/${name}`} />;
}

/** Written only where it is not what holds without it. */
function SparseFlag({ root, name, word }: { root: string; name: string; word: Word }) {
  const [value, set] = useSparse(root, name, a(word));
  return (
    <Switch
      label={a(word)}
      isOn={value !== false}
      onChange={(isOn) => set(isOn ? undefined : false)}
      pointer={`${root}/${name}`}
    />
  );
}

const Part = ({ word, children }: { word: Word; children: ReactNode }) => (
  <section className={ui.stack} aria-label={a(word)}>
    <h3>{a(word)}</h3>
    {children}
  </section>
);

/** The bar over every page, and the window that opens by itself. */
export function Announcements() {
  return (
    <>
      <Bar />
      <Popup />
    </>
  );
}

function Bar() {
  const bar = at(useJson(SITE), BAR);
  const says =
    textAt(bar, '/text')
      .replace(/<[^>]*>|&nbsp;/g, '')
      .trim() !== '';
  // A hosted builder's site may have its link as a text alone.
  const link = typeof at(bar, '/clickthroughUrl') === 'string' ? 'clickthroughUrl' : 'clickthroughUrl/url';
  return (
    <Part word="bar">
      <p className={ui.help}>{a('barHelp')}</p>
      <HtmlValue path={SITE} pointer={`${BAR}/text`} label={a('text')} />
      {says ? (
        <>
          <SparseFlag root={BAR} name="isEnabled" word="isShown" />
          <SparseLink root={BAR} name={link} word="link" />
          {textAt(bar, '/clickthroughUrl/url') === '' ? null : (
            <FlagValue path={SITE} pointer={`${BAR}/clickthroughUrl/newWindow`} label={a('newWindow')} />
          )}
          <SparseFlag root={BAR} name="canClose" word="canClose" />
        </>
      ) : null}
    </Part>
  );
}

function Popup() {
  const popup = at(useJson(SITE), POPUP);
  const edit = useEdit(SITE);
  const faults = useFaults(SITE, POPUP, true);
  if (!isObject(popup))
    return (
      <Part word="popup">
        <p className={ui.help}>{a('popupHelp')}</p>
        <Button
          icon="add"
          onPress={() => edit(a('add'), [{ op: 'set', pointer: POPUP, value: { title: '', text: '' } }])}
        >
          {a('add')}
        </Button>
      </Part>
    );
  const title = textAt(popup, '/title');
  return (
    <Part word="popup">
      <p className={ui.help}>{a('popupHelp')}</p>
      {title.trim() === '' ? null : faults.map(({ message }) => <Problem key={message} text={message} />)}
      <SparseFlag root={POPUP} name="isEnabled" word="isShown" />
      <SparseText
        root={POPUP}
        name="title"
        word="heading"
        {...(title.trim() === '' ? { error: a('headingMissing') } : {})}
      />
      <HtmlValue path={SITE} pointer={`${POPUP}/text`} label={a('text')} />
      <ImageField path={SITE} pointer={`${POPUP}/image`} label={a('picture')} />
      <FormChoice />
      <SparseText root={POPUP} name="buttonText" word="buttonText" />
      <SparseLink root={POPUP} name="buttonUrl" word="buttonUrl" />
      <NumberValue path={SITE} pointer={`${POPUP}/after`} label={a('after')} least={0} most={600} otherwise={5} />
      <NumberValue path={SITE} pointer={`${POPUP}/again`} label={a('again')} least={0} most={3650} otherwise={30} />
      <ChoiceValue
        path={SITE}
        pointer={`${POPUP}/pages`}
        label={a('pages')}
        otherwise="all"
        choices={(['all', 'home'] as const).map((value) => ({ value, label: a(`pages.${value}`) }))}
      />
      <Button look="danger" onPress={() => edit(a('remove'), [{ op: 'remove', pointer: POPUP }])}>
        {a('remove')}
      </Button>
    </Part>
  );
}

function FormChoice() {
  const { forms } = useSite();
  const [value, set] = useSparse(POPUP, 'formId', a('form'));
  return (
    <Select
      label={a('form')}
      value={typeof value === 'string' ? value : ''}
      choices={[{ value: '', label: a('noForm') }, ...forms.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id) => set(id === '' ? undefined : id)}
      pointer={`${POPUP}/formId`}
    />
  );
}
