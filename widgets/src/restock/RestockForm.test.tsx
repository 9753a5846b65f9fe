import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cake, product, variant } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import type { Merchandising, PageProduct } from '../contract/types.ts';
import { choose } from '../state/product.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import * as island from './RestockForm.island.tsx';
import { RestockForm } from './RestockForm.tsx';

const none = product({ variants: [variant({ qtyInStock: 0 })] });
const words = {
  CTAText: 'Tell me',
  buttonText: 'Sign Up',
  placeholderText: 'Mail',
  mailingListDescription: 'News too',
  successText: '',
};
const merchandising = (over: Partial<Merchandising> = {}): Merchandising => ({
  restockNotificationViews: [],
  restockNotificationMessages: words,
  mailingListSignUpEnabled: false,
  mailingListOptInByDefault: false,
  scarcityEnabled: false,
  scarcityTemplateViews: [],
  scarcityText: '',
  scarcityShownByDefault: false,
  customSoldOutText: null,
  ...over,
});
const draw = (over: Partial<Merchandising> = {}, page: Parameters<typeof openPage>[1] = {}) => {
  const held: PageProduct = { product: none, merchandising: merchandising(over) };
  openPage([held], page);
  return render(<RestockForm product={none} />);
};
const submit = async (email?: string) => {
  if (email) await userEvent.type(screen.getByRole('textbox', { name: 'Tell me' }), email);
  await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
  await settle();
};

test('W-185 W-186 W-187 an e-mail field; mailing list and captcha only where they are switched on', async () => {
  const { container, unmount } = draw();
  expect(screen.getByRole('textbox', { name: 'Tell me' })).toHaveAttribute('placeholder', 'Mail');
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(container.querySelector('.captcha-container')).toBeNull();
  unmount();
  const more = draw({ mailingListSignUpEnabled: true, mailingListOptInByDefault: true }, { captchaSiteKey: 'test' });
  expect(screen.getByRole('checkbox', { name: 'News too' })).toBeChecked();
  await waitFor(() => expect(more.container.querySelector('.captcha-container')).not.toBeNull());
});

test.each([
  ['W-188', undefined, 'Email cannot be blank'],
  ['W-189', 'a@', 'Email is invalid'],
])('%s is refused without a request', async (_id, email, message) => {
  draw();
  const seen = watchRequests();
  await submit(email);
  expect(screen.getByRole('alert')).toHaveTextContent(message);
  expect(seen).toEqual([]);
});

test('W-190 an unsolved captcha is refused without a request', async () => {
  draw({}, { captchaSiteKey: 'test' });
  const seen = watchRequests();
  await submit('ada@example.com');
  expect(screen.getByRole('alert')).toHaveTextContent('Complete CAPTCHA before submitting.');
  expect(seen).toEqual([]);
});

test('W-191 W-193 posts product, variant, e-mail and mailing list, and says Signed up!', async () => {
  draw({ mailingListSignUpEnabled: true });
  const seen = watchRequests();
  await userEvent.click(screen.getByRole('checkbox'));
  await submit('ada@example.com');
  expect(seen[0]?.path).toBe('/api/site-users/account/notifications/restock');
  expect(seen[0]?.body).toEqual({
    productId: 'loaf',
    variantId: 'LOAF',
    siteVisitorEmail: 'ada@example.com',
    isJoinMailingList: true,
  });
  expect(screen.getByText('Signed up!')).toHaveFocus();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
});

test('W-191 W-192 W-194 with a captcha its token goes along, and afterwards the owner’s text stands alone', async () => {
  const { container } = draw(
    { restockNotificationMessages: { ...words, successText: 'Thanks' } },
    { captchaSiteKey: 'test' },
  );
  const seen = watchRequests();
  await userEvent.click(screen.getByRole('checkbox'));
  await submit('ada@example.com');
  expect(seen[0]?.body).toMatchObject({ captchaToken: 'test-pass' });
  expect(screen.getByText('Thanks')).toBeInTheDocument();
  expect(container.querySelector('.captcha-container')).toBeNull();
});

test('W-195 W-196 a refusal shows the server’s words and asks the captcha anew', async () => {
  draw({}, { captchaSiteKey: 'test' });
  server.use(http.post('*/notifications/restock', () => HttpResponse.json({ error: 'X' }, { status: 400 })));
  await userEvent.click(screen.getByRole('checkbox'));
  await submit('ada@example.com');
  expect(screen.getByRole('alert')).toHaveTextContent('X');
  expect(screen.getByRole('checkbox')).not.toBeChecked();
});

test('W-197 shown only for a sold-out product or a chosen sold-out variant; its place follows', () => {
  openPage([{ product: cake(), merchandising: merchandising() }]);
  const el = mountOn(
    '<div class="product-restock-notification" data-product-id="cake" data-variant-id="2"></div>',
    island,
  );
  expect(el).not.toBeVisible();
  act(() => {
    choose('cake', 'Size', 'Small');
    choose('cake', 'Flavour', 'Orange');
  });
  expect(el).toBeVisible();
  expect(screen.getByRole('textbox')).toBeInTheDocument();
  act(() => choose('cake', 'Flavour', 'Lemon'));
  expect(el).not.toBeVisible();
});
