import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { cart, entry } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import { place } from '../platform/go.ts';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import CheckoutPage from './CheckoutPage.island.tsx';

const BUY = '/api/commerce/checkout';

describe('S-470 a link to pay', () => {
  beforeEach(() => void jest.spyOn(place, 'assign').mockImplementation(() => undefined));
  afterEach(() => window.history.pushState(null, '', '/'));

  test('opens the cart of its token with its buyer filled in, and offers every way of paying', async () => {
    openPage();
    window.history.pushState(null, '', '/checkout?cartToken=t7');
    const tokens: (string | null)[] = [];
    const agreed = { email: 'ann@shopper.example', name: 'Ann Lee', company: '', phone: '' };
    server.use(
      http.get('*/api/commerce/shopping-cart', ({ request }) => {
        tokens.push(new URL(request.url).searchParams.get('cartToken'));
        const held = cart({ id: 'd1', entries: [entry({ productType: 3, purchasePriceCents: 1400 })] });
        return HttpResponse.json({ ...held, agreed });
      }),
      http.get('*/api/commerce/payment-settings', () =>
        HttpResponse.json({
          provider: 'test',
          testMode: true,
          manual: [{ id: 'transfer', kind: 'transfer', name: 'Bank transfer' }],
        }),
      ),
    );
    render(<CheckoutPage />);
    await settle(50);
    expect(tokens).toEqual(['t7']);
    expect(screen.getByLabelText(/^Email/)).toHaveValue('ann@shopper.example');
    await userEvent.click(screen.getByRole('radio', { name: 'Bank transfer' }));
    const seen = watchRequests();
    await userEvent.click(screen.getByRole('button', { name: /^Pay/ }));
    await settle(50);
    expect(seen.find(({ path }) => path === BUY)?.body).toMatchObject({
      cartToken: 't7',
      email: 'ann@shopper.example',
      paymentMethod: 'transfer',
      buyer: { name: 'Ann Lee' },
    });
  });
});
