import { readFileSync } from 'node:fs';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { axe } from 'jest-axe';
import { useState } from 'react';
import { Dialog } from './Dialog.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open ? (
        <Dialog title="Details" closeLabel="Close" onClose={() => setOpen(false)}>
          <input aria-label="Inside" />
        </Dialog>
      ) : null}
    </>
  );
}
const open = async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
};
const dialog = () => screen.queryByRole<HTMLDialogElement>('dialog', { name: 'Details' });

test('W-121 W-123 a named control closes it', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(dialog()).not.toBeInTheDocument();
});

test.each(['{Enter}', ' '])('W-124 the key "%s" on the control closes it', async (key) => {
  await open();
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard(key);
  expect(dialog()).not.toBeInTheDocument();
});

test('W-124 other keys do nothing', async () => {
  await open();
  screen.getByRole('button', { name: 'Close' }).focus();
  await userEvent.keyboard('abx');
  expect(dialog()).toBeInTheDocument();
});

test('W-128 modal, Tab goes round inside, and focus comes back to the opener', async () => {
  await open();
  expect(dialog()).toHaveAttribute('aria-modal', 'true');
  screen.getByLabelText('Inside').focus();
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(screen.getByLabelText('Inside')).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('W-125 W-126 N-058 N-059 0.3 s of animation, 50 px from the top when tall, centred when short, still for those who ask', () => {
  const css = readFileSync('src/ui/Dialog.module.css', 'utf8');
  expect(css).toMatch(/opacity 0\.3s/);
  expect(css).toMatch(/\.dialog \{[^}]*padding: 50px/);
  expect(css).toMatch(/\.panel \{[^}]*margin: auto/);
  expect(css).toMatch(/prefers-reduced-motion: reduce/);
});

test('W-233 no accessibility violation', async () => {
  await open();
  expect(await axe(document.body, { rules: { region: { enabled: false } } })).toHaveNoViolations();
});
