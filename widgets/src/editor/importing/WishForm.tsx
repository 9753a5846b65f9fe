import { useState } from 'react';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { type Plan, PRESENT, type Wish } from './client.ts';
import { i } from './text.ts';

type Props = {
  wish: Wish;
  onChange: (wish: Wish) => void;
  shops: readonly { folder: string; title: string }[];
  plan: Plan;
  pictures: boolean;
  onPictures: (isOn: boolean) => void;
  mayPublish: boolean;
  isDisabled: boolean;
};

const NEW = '';

/** Where the products of a list go, and what becomes of those that are there. */
export function WishForm({ wish, onChange, shops, plan, pictures, onPictures, mayPublish, isDisabled }: Props) {
  const [title, setTitle] = useState(wish.title);
  const pages = [
    ...shops.map(({ folder, title: label }) => ({ value: folder, label: label || folder })),
    { value: NEW, label: i('newPage') },
  ];
  // The list is looked at once more when the title is written, not with every letter of it.
  const settle = () => {
    if (title !== wish.title) onChange({ ...wish, title });
  };
  return (
    <fieldset disabled={isDisabled} className={ui.stack} style={{ border: 0, margin: 0, padding: 0 }}>
      <Select
        label={i('page')}
        value={wish.folder}
        choices={pages}
        onChange={(folder) => onChange({ ...wish, folder })}
      />
      {wish.folder === NEW ? (
        <TextField
          label={i('pageTitle')}
          value={title}
          placeholder={plan.pageTitle}
          maxLength={200}
          onChange={setTitle}
          onBlur={settle}
          onEnter={settle}
        />
      ) : null}
      <Select
        label={i('present')}
        help={wish.present === 'update' ? i('presentHelp') : undefined}
        value={wish.present}
        choices={PRESENT.map((value) => ({ value, label: i(`present.${value}`) }))}
        onChange={(present) => onChange({ ...wish, present })}
      />
      {mayPublish ? (
        <Switch label={i('drafts')} isOn={wish.drafts} onChange={(drafts) => onChange({ ...wish, drafts })} />
      ) : (
        <p className={ui.help}>{i('mustDraft')}</p>
      )}
      {plan.picturesToBring > 0 ? (
        <div>
          <Switch label={i('pictures', { n: plan.picturesToBring })} isOn={pictures} onChange={onPictures} />
          <p className={ui.help} style={{ margin: 0 }}>
            {i('picturesHelp')}
          </p>
        </div>
      ) : null}
    </fieldset>
  );
}
