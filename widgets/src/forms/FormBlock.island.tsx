import type { Read } from '../island.ts';
import { formOf } from '../pageData.ts';
import { FormBlock } from './FormBlock.tsx';

type Props = Parameters<typeof FormBlock>[0];

/** Stands on `data-widget="form"` with `data-form-id`. A form that could not be rendered keeps its message (W-184). */
export const read: Read<Props> = (el) => {
  const form = formOf(el.dataset.formId ?? '');
  return form && !el.dataset.renderError ? { form } : null;
};
export default FormBlock;
