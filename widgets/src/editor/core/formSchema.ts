import type { Edit } from './edit.ts';
import { isObject, type Json, type JsonObject, listAt, pointer, textAt } from './json.ts';
import { freeSlug } from './urlFilter.ts';

/** Kinds of fields, in the order of the menu (E-084…E-102). */
export const FIELD_TYPES = [
  'text',
  'textarea',
  'email',
  'number',
  'website',
  'phone',
  'currency',
  'password',
  'twitter',
  'date',
  'time',
  'name',
  'address',
  'section',
  'radio',
  'checkbox',
  'select',
  'likert',
  'hidden',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Those of the menu: a password is nothing that a form keeps. */
export const OFFERED_TYPES: readonly FieldType[] = FIELD_TYPES.filter((type) => type !== 'password');

/** The fieldsets of the builder, in their fixed order (E-081). */
export const FIELDSETS = ['build', 'storage', 'advanced', 'captcha', 'disclaimer'] as const;
export type FieldsetName = (typeof FIELDSETS)[number];

export type FieldProperty =
  | 'maxLength'
  | 'showCountryCode'
  | 'currencySymbol'
  | 'underline'
  | 'options'
  | 'key'
  | 'value'
  | 'title'
  | 'description'
  | 'placeholder'
  | 'required';

/** The schema as `GetTemplateSchema?type=form` answers. */
export type FormSchema = {
  fieldsets: { name: string; number: number }[];
  fields: { type: string; properties: string[] }[];
};

const PLACEHOLDERS: readonly FieldType[] = [
  'text',
  'textarea',
  'email',
  'number',
  'website',
  'currency',
  'password',
  'twitter',
];

/**
 * What can be set on a field: its own properties as the schema lists them, and what every visible field has. A section has
 * no answer and so nothing that is required (E-104); a hidden field is seen by nobody.
 */
export function propertiesOf(schema: FormSchema, type: FieldType): FieldProperty[] {
  const own = (schema.fields.find((field) => field.type === type)?.properties ?? []) as FieldProperty[];
  const shared: FieldProperty[] = type === 'hidden' ? [] : ['title', 'description'];
  if (PLACEHOLDERS.includes(type)) shared.push('placeholder');
  if (type !== 'hidden' && type !== 'section' && type !== 'likert') shared.push('required');
  return [...new Set([...shared, ...own.filter((name) => type !== 'section' || name !== 'required')])];
}

export const DEFAULT_NAME = 'My Form Name';
export const DEFAULT_BUTTON = 'Add to Cart';

/** A new form (E-082). One that a product asks for has the product's button (E-083). */
export function newForm(
  taken: ReadonlySet<string>,
  forProduct: boolean,
  name = DEFAULT_NAME,
): { path: string; json: JsonObject } {
  const id = freeSlug(name, taken);
  return {
    path: `forms/${id}.json`,
    json: {
      id,
      name,
      buttonText: forProduct ? DEFAULT_BUTTON : 'Submit',
      fields: [],
      parsedSubmissionMessage: '<p>Thank you!</p>',
      submissionHTML: '',
      successRedirect: '',
      parsedDisclaimerMessage: '',
      captchaEnabled: false,
      captchaTheme: 'light',
      captchaAlignment: 'left',
    },
  };
}

const OPTIONS: Partial<Record<FieldType, string[]>> = {
  radio: ['First choice', 'Second choice', 'Third choice'],
  checkbox: ['First choice', 'Second choice', 'Third choice'],
  select: ['First choice', 'Second choice', 'Third choice'],
  likert: ['First statement', 'Second statement'],
};

/** A new field of a form, with an id that no other has. */
export function newField(form: Json | undefined, type: FieldType, title: string): JsonObject {
  const taken = new Set(listAt(form, '/fields').map((field) => textAt(field, '/id')));
  const id = freeSlug(title || type, taken);
  const field: JsonObject = { id, type, title };
  if (type !== 'section' && type !== 'hidden' && type !== 'likert') field.required = false;
  const options = OPTIONS[type];
  if (options) field.options = options;
  if (type === 'phone') field.showCountryCode = false;
  if (type === 'currency') field.currencySymbol = '$';
  if (type === 'section') field.underline = true;
  if (type === 'hidden') Object.assign(field, { key: id, value: '' });
  return field;
}

export const addField = (form: Json | undefined, type: FieldType, title: string): Edit[] => {
  const field = newField(form, type, title);
  const count = listAt(form, '/fields').length;
  return count === 0
    ? [{ op: 'set', pointer: '/fields', value: [field] }]
    : [{ op: 'insert', pointer: pointer('fields', count), value: field }];
};

/** Where answers go (E-065, E-066). */
export const STORAGE_KINDS = ['inbox', 'email', 'list', 'webhook', 'hook', 'audience', 'sheet'] as const;
export type StorageKind = (typeof STORAGE_KINDS)[number];
/** The kinds that are lists of people who want emails. */
export const MAILING: readonly StorageKind[] = ['list', 'audience'];
/** The kinds that start something elsewhere. */
export const AUTOMATION: readonly StorageKind[] = ['webhook', 'hook', 'sheet'];

export type StorageProblem = 'forms.selectList' | 'link.urlFormat' | 'link.validEmail';

/** Why a connection cannot be saved (E-067). */
export function storageProblem(kind: StorageKind, target: string): StorageProblem | null {
  const text = target.trim();
  if (MAILING.includes(kind) && text === '') return 'forms.selectList';
  if (AUTOMATION.includes(kind) && !/^https?:\/\/[^\s/]+/i.test(text)) return 'link.urlFormat';
  return null;
}

export const storagesOf = (form: Json | undefined): { kind: StorageKind; target: string }[] =>
  listAt(form, '/storage').flatMap((entry) =>
    isObject(entry)
      ? [{ kind: entry.kind as StorageKind, target: typeof entry.target === 'string' ? entry.target : '' }]
      : [],
  );
