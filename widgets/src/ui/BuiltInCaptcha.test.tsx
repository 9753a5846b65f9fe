import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Challenge } from '../platform/proofOfWork.ts';
import { BuiltInCaptcha } from './BuiltInCaptcha.tsx';

const challenge = { challenge: '1.nonce.signature', bits: 4, puzzles: 2, shortest: 0, lifetime: 3_600_000 };

const texts = { working: 'Checking…', solved: 'Checked: not a robot.', failed: 'The check failed.' };
const ask = jest.fn<Promise<Challenge>, []>();
beforeEach(() => ask.mockReset());

function Page({ onToken }: { onToken: (token: string | null) => void }) {
  return (
    <form aria-label="Contact">
      <label>
        Name <input />
      </label>
      <BuiltInCaptcha challenge={ask} texts={texts} onToken={onToken} />
    </form>
  );
}

test('A-017 W-015 a form that is touched solves its captcha by itself, and asks no third party', async () => {
  ask.mockResolvedValue(challenge);
  const onToken = jest.fn();
  render(<Page onToken={onToken} />);
  expect(ask).not.toHaveBeenCalled();
  expect(document.querySelector('script[src]')).toBeNull();
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await waitFor(() => expect(onToken).toHaveBeenCalledWith(expect.stringMatching(/^1\.nonce\.signature:\d+\.\d+$/)));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('status')).toHaveTextContent('Checked: not a robot.');
});

test('a check that fails is said, and the next touch tries again', async () => {
  ask.mockRejectedValueOnce(new Error('offline'));
  ask.mockResolvedValue(challenge);
  const onToken = jest.fn();
  render(<Page onToken={onToken} />);
  await userEvent.click(screen.getByLabelText('Name'));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('failed'));
  await userEvent.click(document.body);
  await userEvent.click(screen.getByLabelText('Name'));
  await waitFor(() => expect(onToken).toHaveBeenCalledTimes(1));
});

test('a captcha that is taken away works no longer', async () => {
  const gone = jest.fn();
  const stays = jest.fn();
  ask.mockResolvedValue(challenge);
  const first = render(<Page onToken={gone} />);
  const second = render(<Page onToken={stays} />);
  await userEvent.click(within(first.container).getByLabelText('Name'));
  await userEvent.click(within(second.container).getByLabelText('Name'));
  expect(ask).toHaveBeenCalledTimes(2);
  first.unmount();
  // The same work, begun later: by then the first would have had its token.
  await waitFor(() => expect(stays).toHaveBeenCalledTimes(1));
  expect(gone).not.toHaveBeenCalled();
});
