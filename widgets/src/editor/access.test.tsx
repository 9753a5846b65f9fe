import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { CallError } from '../client/failure.ts';
import { call } from './client/shop.ts';
import { PermissionsPanel } from './settings/PermissionsPanel.tsx';
import { Confirm } from './shell/Confirm.tsx';
import { LogIn } from './shell/LogIn.tsx';
import { renderIn } from './test/render.tsx';

const SESSION = '*/api/site-users/account/session';

describe('a log-in with a second step', () => {
  test('S-183 asks for the code after the password, says when it is wrong, and is in with the right one', async () => {
    const given: unknown[] = [];
    const onDone = jest.fn();
    const { user } = renderIn(<LogIn onDone={onDone} />, {
      answers: [
        http.post(SESSION, () => HttpResponse.json({ factor: { kinds: ['totp', 'recoveryCode'], setUp: false } })),
        http.post(`${SESSION}/factor`, async ({ request }) => {
          const proof = (await request.json()) as { code: string };
          given.push(proof);
          if (proof.code !== '123456') return HttpResponse.json({ error: 'x', code: 'wrong-code' }, { status: 403 });
          return HttpResponse.json({ xsrfToken: 't' });
        }),
      ],
    });
    await user.type(screen.getByLabelText('E-mail address'), 'a@b.example');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This code is not right');
    expect(onDone).not.toHaveBeenCalled();
    await user.clear(screen.getByLabelText('Code'));
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
    expect(given).toEqual([{ code: '000000' }, { code: '123456' }]);
  });

  test('S-184 leads to where a factor is set up', async () => {
    const { user } = renderIn(<LogIn onDone={() => undefined} />, {
      answers: [http.post(SESSION, () => HttpResponse.json({ factor: { kinds: [], setUp: true } }))],
    });
    await user.type(screen.getByLabelText('E-mail address'), 'a@b.example');
    await user.type(screen.getByLabelText('Password'), 'right{Enter}');
    const way = await screen.findByRole('link', { name: 'Set up a second factor' });
    expect(way).toHaveAttribute('href', '/api/owner/set-up');
  });
});

describe('S-188 a fresh proof', () => {
  const refusal = () => HttpResponse.json({ error: 'x', code: 'confirm-again' }, { status: 403 });

  test('is asked once for calls that wait for it, and they go on', async () => {
    let proved = false;
    const given: unknown[] = [];
    const { user } = renderIn(<Confirm />, {
      answers: [
        http.get('*/api/one', () => (proved ? HttpResponse.json({ n: 1 }) : refusal())),
        http.get('*/api/two', () => (proved ? HttpResponse.json({ n: 2 }) : refusal())),
        http.post(`${SESSION}/confirmation/challenge`, () => HttpResponse.json({ confirmed: false, kinds: ['totp'] })),
        http.post(`${SESSION}/confirmation`, async ({ request }) => {
          given.push(await request.json());
          proved = true;
          return HttpResponse.json({ confirmed: true });
        }),
      ],
    });
    const both = Promise.all([call('GET', '/api/one'), call('GET', '/api/two')]);
    const dialog = await screen.findByRole('dialog', { name: 'Confirm that it is you' });
    await user.type(within(dialog).getByLabelText('Password'), 'secret word');
    await user.type(within(dialog).getByLabelText('Code'), '123456{Enter}');
    expect(await both).toEqual([{ n: 1 }, { n: 2 }]);
    expect(given).toEqual([{ password: 'secret word', code: '123456' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('that is not given leaves the call refused', async () => {
    const { user } = renderIn(<Confirm />, {
      answers: [
        http.get('*/api/one', refusal),
        http.post(`${SESSION}/confirmation/challenge`, () => HttpResponse.json({ confirmed: false, kinds: [] })),
      ],
    });
    const refused = call('GET', '/api/one').catch((thrown: unknown) => thrown);
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await refused).toBeInstanceOf(CallError);
  });
});

describe('the people of a site', () => {
  const person = (id: string, email: string, roles: number[], isSelf = false) => ({
    id,
    email,
    roles,
    isSelf,
    hasSecondFactor: isSelf,
    createdOn: 0,
  });
  const listed = {
    nobodyYet: false,
    people: [person('p1', 'ed@shop.example', [4]), person('p2', 'own@shop.example', [1], true)],
    invitations: [{ email: 'new@shop.example', roles: [8], createdOn: 0, expiresOn: 1_795_240_800_000 }],
  };

  test('S-200 S-201 S-202 roles are changed, somebody is invited, an invitation is taken back', async () => {
    const done: unknown[] = [];
    const note = async ({ request }: { request: Request }) => {
      const body: unknown = request.method === 'DELETE' ? null : await request.json();
      done.push([request.method, new URL(request.url).pathname, body]);
      return HttpResponse.json({ done: true });
    };
    const { user } = renderIn(<PermissionsPanel />, {
      answers: [
        http.get('*/api/people', () => HttpResponse.json(listed)),
        http.all('*/api/people/*', note),
        http.all('*/api/people/*/*', note),
      ],
    });
    const people = await screen.findByRole('list', { name: 'Who works here' });
    expect(within(people).getByText('Administrator · second factor')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Remove own@shop.example' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Change the roles of ed@shop.example' }));
    await user.click(within(people).getByRole('switch', { name: 'Moderator' }));
    await user.click(within(people).getByRole('button', { name: 'Save the roles' }));
    await waitFor(() => expect(done).toEqual([['PUT', '/api/people/p1/roles', { roles: [4, 6] }]]));
    await user.click(screen.getByRole('button', { name: 'Take the invitation of new@shop.example back' }));
    await waitFor(() => expect(done[1]).toEqual(['DELETE', '/api/people/invitations/new%40shop.example', null]));
    const form = screen.getByRole('form', { name: 'Invite somebody' });
    await user.type(within(form).getByLabelText('E-mail address'), 'sam@shop.example');
    await user.click(within(form).getByRole('switch', { name: 'Editor' }));
    await user.click(within(form).getByRole('button', { name: 'Send the invitation' }));
    const invitation = { email: 'sam@shop.example', roles: [4], days: 7 };
    await waitFor(() => expect(done[2]).toEqual(['POST', '/api/people/invitations', invitation]));
    await user.click(screen.getByRole('button', { name: 'Remove ed@shop.example' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(done[3]).toEqual(['DELETE', '/api/people/p1', null]));
  });

  test('S-205 without users the first account is one’s own', async () => {
    const made: unknown[] = [];
    const { user } = renderIn(<PermissionsPanel />, {
      answers: [
        http.post('*/api/people/first', async ({ request }) => {
          made.push(await request.json());
          return HttpResponse.json({ xsrfToken: 't' });
        }),
      ],
    });
    const form = await screen.findByRole('form', { name: 'Make the first account' });
    const button = within(form).getByRole('button', { name: 'Make my account' });
    await user.type(within(form).getByLabelText('E-mail address'), 'own@shop.example');
    await user.type(within(form).getByLabelText('Password'), 'too short');
    expect(button).toBeDisabled();
    await user.type(within(form).getByLabelText('Password'), ' no more');
    await user.click(button);
    await waitFor(() => expect(made).toEqual([{ email: 'own@shop.example', password: 'too short no more' }]));
  });
});
