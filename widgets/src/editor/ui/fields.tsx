import type { ReactNode } from 'react';
import {
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField as PlainNumber,
  Select as PlainSelect,
  Switch as PlainSwitch,
  TextField as PlainText,
  Popover,
  SelectValue,
  Text,
  TextArea,
} from 'react-aria-components';
import { Icon } from './Icon.tsx';
import styles from './ui.module.css';

/**
 * What a field holds once what it said is stored: nothing, unless more was typed while the answer was on its way, which stays.
 * `sent` is the value that was stored, as the state held it.
 */
export function emptied<T>(sent: T, empty: T): (now: T) => T {
  return (now) => (Object.is(now, sent) ? empty : now);
}

type Common = {
  label: string;
  help?: ReactNode;
  error?: string | undefined;
  isDisabled?: boolean;
  /** Read aloud, but not drawn: where a heading or a column says it already. */
  hideLabel?: boolean;
  autoFocus?: boolean;
};
type TextProps = Common & {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  onEnter?: () => void;
  type?: 'text' | 'email' | 'url' | 'tel' | 'search' | 'password' | 'date' | 'time' | 'datetime-local';
  placeholder?: string;
  rows?: number;
  maxLength?: number;
  pointer?: string;
  /** What a browser may fill in by itself. */
  autoComplete?: 'username' | 'current-password';
};

const css = (name: string | undefined): string => name ?? '';

function Around({ label, help, hideLabel, children, error }: Common & { children: ReactNode }) {
  return (
    <>
      <Label className={css(hideLabel ? styles.hidden : styles.label)}>{label}</Label>
      {children}
      {help ? (
        <Text slot="description" className={css(styles.help)}>
          {help}
        </Text>
      ) : null}
      <FieldError className={css(styles.error)}>{error}</FieldError>
    </>
  );
}

/** One line, or several with `rows`. */
export function TextField(props: TextProps) {
  const {
    value,
    onChange,
    onBlur,
    onEnter,
    type,
    placeholder,
    rows,
    maxLength,
    error,
    isDisabled,
    autoFocus,
    pointer,
    autoComplete,
  } = props;
  return (
    <PlainText
      className={css(styles.field)}
      value={value}
      onChange={onChange}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      {...(onBlur ? { onBlur } : {})}
      {...(type ? { type } : {})}
      {...(maxLength ? { maxLength } : {})}
      {...(autoFocus ? { autoFocus } : {})}
      {...(pointer ? { 'data-pointer': pointer } : {})}
      {...(autoComplete ? { autoComplete } : {})}
      {...(onEnter
        ? {
            onKeyDown: (event) => {
              if (event.key === 'Enter') onEnter();
              // A window around the field is closed by it.
              else if (event.key === 'Escape') event.continuePropagation();
            },
          }
        : {})}
    >
      <Around {...props}>
        {rows ? (
          <TextArea className={css(styles.area)} rows={rows} placeholder={placeholder ?? ''} />
        ) : (
          <Input className={css(styles.input)} placeholder={placeholder ?? ''} />
        )}
      </Around>
    </PlainText>
  );
}

type NumberProps = Common & {
  value: number;
  onChange: (value: number) => void;
  least?: number;
  most?: number;
  step?: number;
  format?: Intl.NumberFormatOptions;
  pointer?: string;
};

export function NumberField(props: NumberProps) {
  const { value, onChange, least, most, step, format, error, isDisabled, pointer } = props;
  return (
    <PlainNumber
      className={css(styles.field)}
      value={value}
      onChange={(next) => onChange(Number.isNaN(next) ? (least ?? 0) : next)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      {...(least === undefined ? {} : { minValue: least })}
      {...(most === undefined ? {} : { maxValue: most })}
      {...(step === undefined ? {} : { step })}
      {...(format ? { formatOptions: format } : {})}
      {...(pointer ? { 'data-pointer': pointer } : {})}
    >
      <Around {...props}>
        <Input className={css(styles.input)} />
      </Around>
    </PlainNumber>
  );
}

export type Choice<T extends string = string> = { value: T; label: string; help?: string | undefined };
type SelectProps<T extends string> = Common & {
  value: T | null;
  onChange: (value: T) => void;
  choices: readonly Choice<T>[];
  placeholder?: string;
  pointer?: string;
};

type Entry = Choice & { id: string };
const entries = new WeakMap<Choice, Entry>();

/** A choice as the list knows it: the same each time, so that what did not change is not made again. */
function entryOf(choice: Choice): Entry {
  const entry = entries.get(choice) ?? { id: choice.value, ...choice };
  entries.set(choice, entry);
  return entry;
}

const Option = ({ id, label, help }: Entry) => (
  <ListBoxItem id={id} textValue={label} className={css(styles.option)}>
    {label}
    {help ? <span className={styles.help}>{help}</span> : null}
  </ListBoxItem>
);

export function Select<T extends string>(props: SelectProps<T>) {
  const { value, onChange, choices, placeholder, error, isDisabled, pointer } = props;
  return (
    <PlainSelect
      className={css(styles.field)}
      selectedKey={value}
      onSelectionChange={(key) => onChange(key as T)}
      isInvalid={error !== undefined}
      isDisabled={isDisabled ?? false}
      {...(placeholder ? { placeholder } : {})}
      {...(pointer ? { 'data-pointer': pointer } : {})}
    >
      <Around {...props}>
        <Button className={css(styles.select)}>
          <SelectValue />
          <Icon name="down" />
        </Button>
      </Around>
      <Popover className={`loggia-editor-layer ${css(styles.popover)}`}>
        <ListBox className={css(styles.list)} items={choices.map(entryOf)}>
          {Option}
        </ListBox>
      </Popover>
    </PlainSelect>
  );
}

type SwitchProps = {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  pointer?: string;
};

export function Switch({ label, isOn, onChange, isDisabled, pointer }: SwitchProps) {
  return (
    <PlainSwitch
      className={css(styles.switch)}
      isSelected={isOn}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      {...(pointer ? { 'data-pointer': pointer } : {})}
    >
      <span className={styles.track} aria-hidden="true" />
      {label}
    </PlainSwitch>
  );
}
