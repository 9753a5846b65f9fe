import { htmlOf } from '../core/item.ts';
import { at } from '../core/json.ts';
import { asWritten, fromField, momentOf, toField } from '../core/zonedTime.ts';
import { LinkField } from '../link/LinkEditor.tsx';
import { RichText } from '../richtext/RichText.tsx';
import { useEdit, useFault, useJson, useText, useValue } from '../state/context.ts';
import { type Choice, NumberField, Select, Switch, TextField } from '../ui/fields.tsx';

/** The fields of files: each shows one value, and sets it as the owner writes. */
type Place = { path: string; pointer: string; label: string };

export function TextValue({
  path,
  pointer,
  label,
  ...rest
}: Place & { rows?: number; help?: string; placeholder?: string }) {
  const [value, set] = useText(path, pointer, label);
  const error = useFault(path, pointer);
  return <TextField label={label} value={value} onChange={set} pointer={pointer} error={error} {...rest} />;
}

export function NumberValue({
  path,
  pointer,
  label,
  ...rest
}: Place & { least?: number; most?: number; otherwise?: number }) {
  const [value, set] = useValue(path, pointer, label);
  const { otherwise = 0, ...limits } = rest;
  const error = useFault(path, pointer);
  return (
    <NumberField
      label={label}
      value={typeof value === 'number' ? value : otherwise}
      onChange={set}
      pointer={pointer}
      error={error}
      {...limits}
    />
  );
}

export function FlagValue({ path, pointer, label, otherwise = false }: Place & { otherwise?: boolean }) {
  const [value, set] = useValue(path, pointer, label);
  return (
    <Switch label={label} isOn={typeof value === 'boolean' ? value : otherwise} onChange={set} pointer={pointer} />
  );
}

export function ChoiceValue({
  path,
  pointer,
  label,
  choices,
  otherwise,
}: Place & { choices: readonly Choice[]; otherwise?: string }) {
  const [value, set] = useText(path, pointer, label);
  return (
    <Select label={label} value={value || (otherwise ?? null)} choices={choices} onChange={set} pointer={pointer} />
  );
}

export function LinkValue({ path, pointer, label }: Place) {
  const [value, set] = useText(path, pointer, label);
  return <LinkField label={label} value={value} onChange={set} pointer={pointer} />;
}

/** A text with formatting; a file may have it as a text or as `{html}`, and keeps what it had. */
export function HtmlValue({ path, pointer, label }: Place) {
  const json = useJson(path);
  const edit = useEdit(path);
  const value = at(json, pointer);
  const inner =
    typeof value === 'object' && value !== null && !Array.isArray(value) && 'html' in value
      ? `${pointer}/html`
      : pointer;
  return (
    <RichText
      label={label}
      value={htmlOf(value)}
      pointer={pointer}
      onChange={(html) => void edit(label, [{ op: 'set', pointer: inner, value: html }], `${path}#${pointer}`)}
    />
  );
}

/** A text in Markdown, which stays Markdown. */
export function MarkdownValue({ path, pointer, label }: Place) {
  const [value, set] = useText(path, pointer, label);
  return <RichText isMarkdown label={label} value={value} pointer={pointer} onChange={set} />;
}

/** A moment, in the site's own time zone. */
export function TimeValue({ path, pointer, label, zone, help }: Place & { zone: string; help?: string }) {
  const [value, set] = useValue(path, pointer, label);
  const error = useFault(path, pointer);
  const moment = momentOf(value);
  return (
    <TextField
      label={label}
      type="datetime-local"
      value={moment === undefined ? '' : toField(moment, zone)}
      pointer={pointer}
      error={error}
      onChange={(text) => {
        const next = fromField(text, zone);
        if (next !== null) set(asWritten(next, value));
      }}
      {...(help ? { help } : {})}
    />
  );
}
