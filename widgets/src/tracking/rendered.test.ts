import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import { reportRendered } from './rendered.ts';

test('W-041 W-182 each rendered button and form is counted once, without any widget’s code', async () => {
  openPage();
  // biome-ignore lint/suspicious/noDocumentCookie: the test's own cookie
  document.cookie = 'ss_cvr=v1';
  document.body.innerHTML =
    '<div class="sqs-add-to-cart-button-wrapper"><div data-item-id="a"></div></div><div data-widget="add-to-cart" data-item-id="b"></div><div data-widget="form" data-form-id="contact"></div>';
  const seen = watchRequests();
  reportRendered();
  await settle();
  expect(seen.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/api/census/button-render', body: { itemId: 'a' } },
    { method: 'POST', path: '/api/census/button-render', body: { itemId: 'b' } },
    { method: 'POST', path: '/api/census/form-render', body: { formId: 'contact', visitorCookie: 'v1' } },
  ]);
  document.body.replaceChildren();
});
