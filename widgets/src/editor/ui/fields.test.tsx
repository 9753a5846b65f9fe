import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderIn } from '../test/render.tsx';
import { Dialog } from './Dialog.tsx';
import { TextField } from './fields.tsx';

function Window({ onEnter }: { onEnter: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  const [value, setValue] = useState('');
  return (
    <Dialog title="New" isOpen={isOpen} onClose={() => setIsOpen(false)}>
      <TextField label="Title" value={value} onChange={setValue} onEnter={onEnter} autoFocus />
    </Dialog>
  );
}

test('S-478 a field that does something on Enter leaves Escape to the window around it', async () => {
  const onEnter = jest.fn();
  const { user } = renderIn(<Window onEnter={onEnter} />);
  const field = await screen.findByRole('textbox', { name: 'Title' });
  await user.type(field, 'a{Enter}');
  expect(onEnter).toHaveBeenCalledTimes(1);
  expect(field).toHaveValue('a');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
