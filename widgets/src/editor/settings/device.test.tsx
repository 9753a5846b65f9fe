import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { renderIn } from '../test/render.tsx';
import { ThisDevice } from './ThisDevice.tsx';

/** A browser with a service worker that remembers what it was told. */
function browserKeeps(): { registered: string[]; forgotten: string[] } {
  const seen = { registered: [] as string[], forgotten: [] as string[] };
  const worker = { postMessage: () => undefined };
  Object.assign(navigator, {
    serviceWorker: {
      controller: worker,
      ready: Promise.resolve({ active: worker }),
      register: (url: string) => Promise.resolve(void seen.registered.push(url)),
      getRegistrations: () =>
        Promise.resolve([{ active: worker, unregister: () => Promise.resolve(void seen.forgotten.push('worker')) }]),
      addEventListener: () => undefined,
    },
  });
  Object.assign(window, {
    caches: {
      keys: () => Promise.resolve(['loggia-answers', 'of-another']),
      delete: (name: string) => Promise.resolve(void seen.forgotten.push(name)),
    },
  });
  performance.getEntriesByType = () => [];
  return seen;
}

const devices = http.get('*/api/site-users/account/devices', () =>
  HttpResponse.json({ isOn: false, publicKey: '', open: [], devices: [] }),
);

test('S-344 a browser that keeps nothing says where it would', () => {
  renderIn(<ThisDevice />, { answers: [devices] });
  expect(screen.getByText(/This browser keeps nothing here/)).toBeVisible();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('S-344 orders are kept when that is asked for, and forgotten when it is taken back', async () => {
  const seen = browserKeeps();
  const first = ['/config/home', '/config/api/site', '/config/api/home'];
  const answers = first.map((path) => http.get(`*${path}`, () => HttpResponse.json({})));
  const { user } = renderIn(<ThisDevice />, { answers: [...answers, devices] });
  const keep = screen.getByRole('switch', { name: 'Keep the last orders on this device' });
  expect(keep).not.toBeChecked();
  await user.click(keep);
  await waitFor(() => expect(seen.registered).toEqual(['/config/worker.js']));
  expect(keep).toBeChecked();
  await user.click(keep);
  await waitFor(() => expect(seen.forgotten).toEqual(['worker', 'loggia-answers']));
  expect(keep).not.toBeChecked();
});
