import { useState } from 'react';
import { Select, Switch, TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { type ImportOptions, type Plan, PRESENT } from './client.ts';
import { i } from './text.ts';

type Props = {
  options: ImportOptions;
  onChange: (options: ImportOptions) => void;
  shops: readonly { folder: string; title: string }[];
  plan: Plan;
  pictures: boolean;
  onPictures: (isOn: boolean) => void;
  mayPublish: boolean;
  isDisabled: boolean;
};

const NEW = '';

/** Where the products of a list go, and what becomes of those that are there. */
export function OptionsForm({ options, onChange, shops, plan, pictures, onPictures, mayPublish, isDisabled }: Props) {
  const [title, setTitle] = useState(options.title);
  const pages = [
    ...shops.map(({ folder, title: label }) => ({ value: folder, label: label || folder })),
    { value: NEW, label: i('newPage') },
  ];
  // The list is looked at once more when the title is written, not with every letter of it.
  const settle = () => {
    if (title !== options.title) onChange({ ...options, title });
  };
  return (
    <fieldset disabled={isDisabled} className={ui.stack} style={{ border: 0, margin: 0, padding: 0 }}>
      <Select
        label={i('page')}
        value={options.folder}
        choices={pages}
        onChange={(folder) => onChange({ ...options, folder })}
      />
      {options.folder === NEW ? (
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
        help={options.present === 'update' ? i('presentHelp') : undefined}
        value={options.present}
        choices={PRESENT.map((value) => ({ value, label: i(`present.${value}`) }))}
        onChange={(present) => onChange({ ...options, present })}
      />
      {mayPublish ? (
        <Switch label={i('drafts')} isOn={options.drafts} onChange={(drafts) => onChange({ ...options, drafts })} />
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
