/** The examples are run as they are shown: by a shell with openssl, and by Node. */
import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { renderIn } from '../test/render.tsx';
import { SCRIPT, SHELL } from './examples.ts';
import { type Seen, shop } from './sample.fixture.ts';
import { Webhooks } from './Webhooks.tsx';
import { EN } from './words/en.ts';
import { WORDS } from './words.ts';

describe('S-317 the webhooks', () => {
  test('are listed with how they stand; one is looked at and sent again once', async () => {
    const seen: Seen[] = [];
    const { user } = renderIn(<Webhooks />, { answers: shop(seen) });
    const refused = await screen.findByRole('button', { name: /order\.paid/ });
    expect(refused).toHaveTextContent(/Given upAnswer 404 · Tried 3 times$/);
    expect(screen.getByRole('button', { name: /form\.submitted/ })).toHaveTextContent(/No answer · Tried once$/);
    expect(screen.getByRole('button', { name: /No longer kept/ })).toHaveTextContent('Delivered');
    await user.click(refused);
    expect(await screen.findByRole('row', { name: 'Loggia-Signature t=1795240860,v1=***' })).toBeInTheDocument();
    expect(screen.getByText(/"number": 1001/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(await screen.findByText(/on its way, under the same name/)).toBeVisible();
    expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await user.click(await screen.findByRole('button', { name: /form\.submitted/ }));
    expect(await screen.findByText(/Only who may read answers sees it/)).toBeVisible();
  });

  test('without a system it is said how one is set', async () => {
    renderIn(<Webhooks />, { answers: shop([], []) });
    expect(await screen.findByText(/LOGGIA_WEBHOOK_URLS/)).toBeVisible();
  });

  test('each example believes what the secret signed, and nothing else', () => {
    const [secret, body] = ['a secret of the server that is long', '{"type":"order.paid"}'];
    const folder = mkdtempSync(join(tmpdir(), 'signature-'));
    const t = Math.floor(Date.now() / 1000);
    const sign = (at: number) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    writeFileSync(join(folder, 'body.json'), body);
    writeFileSync(join(folder, 'check.sh'), SHELL);
    const call = `console.log(isOurs(Buffer.from(${JSON.stringify(body)}), process.argv[2], ${JSON.stringify(secret)}));`;
    writeFileSync(join(folder, 'check.mjs'), `${SCRIPT}${call}`);
    const believed = (header: string): [boolean, boolean] => {
      const env = { ...process.env, SECRET: secret, HEADER: header };
      let byShell = true;
      try {
        execFileSync('sh', ['check.sh'], { cwd: folder, env, stdio: 'ignore' });
      } catch {
        byShell = false;
      }
      const said = execFileSync(process.execPath, ['check.mjs', header], { cwd: folder }).toString().trim();
      return [byShell, said === 'true'];
    };
    expect(believed(`t=${t},v1=${sign(t)}`)).toEqual([true, true]);
    expect(believed(`t=${t},v1=${sign(t - 1)}`)).toEqual([false, false]);
    expect(believed(`t=${t - 301},v1=${sign(t - 301)}`)).toEqual([false, false]);
  });

  test('each language has every word', () => {
    for (const words of Object.values(WORDS)) expect(Object.keys(words).sort()).toEqual(Object.keys(EN).sort());
  });
});
