import { census, setCensusBase } from '../client/census.ts';

/** Where forms and add-to-cart buttons stand. */
const BUTTONS = '[data-widget="add-to-cart"], .sqs-add-to-cart-button-wrapper';
const FORMS = '[data-widget="form"][data-form-id]';

/**
 * Reports each rendered button and form once (W-041, W-182). Loaded at idle; it needs no widget's code. Answers how many
 * products the page's data has.
 */
export function reportRendered(root: ParentNode = document): number | undefined {
  const script = document.getElementById('loggia-page-data')?.textContent || '{}';
  const page = JSON.parse(script) as { apiBaseUrl?: string; products?: [] };
  setCensusBase(page.apiBaseUrl ?? '');
  for (const el of root.querySelectorAll<HTMLElement>(BUTTONS)) {
    const named = el.dataset.itemId ?? el.querySelector<HTMLElement>('[data-item-id]')?.dataset.itemId;
    census.buttonRender(named ?? el.closest<HTMLElement>('[data-item-id]')?.dataset.itemId ?? '');
  }
  for (const el of root.querySelectorAll<HTMLElement>(FORMS)) census.formRender(el.dataset.formId ?? '');
  return page.products?.length;
}
