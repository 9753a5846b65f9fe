import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { userEvent, within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { NoteField } from './NoteField.tsx';
import { NoteText } from './NoteText.tsx';

const meta: Meta = { title: 'Editor/Mentions', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const STAFF = ['ann@shop.example', 'ben@shop.example', 'bob@shop.example'].map((name) => ({ id: name, name }));

const withStaff = (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(http.get('*/api/commerce/desk/colleagues', () => HttpResponse.json({ colleagues: STAFF })));
};

function Typed() {
  const [text, setText] = useState('');
  return <NoteField label="Note" text={text} onChange={setText} />;
}

/** Somebody is being named; the second of the list is at hand. */
export const Naming: StoryObj = {
  beforeEach: withStaff,
  render: () => <Typed />,
  play: async ({ canvasElement }) => {
    await userEvent.type(within(canvasElement).getByRole('textbox'), 'Ask @b');
    await within(canvasElement).findByRole('option', { name: 'bob@shop.example' });
    await userEvent.keyboard('{ArrowDown}');
  },
};

/** Nobody of the staff is called so. */
export const NobodyFound: StoryObj = {
  beforeEach: withStaff,
  render: () => <Typed />,
  play: async ({ canvasElement }) => {
    await userEvent.type(within(canvasElement).getByRole('textbox'), '@zoe');
    await within(canvasElement).findByText(/Nobody who may see orders/);
  },
};

/** A note that names two, one of them who reads it. */
export const Read: StoryObj = {
  render: () => (
    <p>
      <NoteText
        text=""
        parts={[
          { text: 'Please ask ', isMention: false, isYou: false },
          { text: '@ben@shop.example', isMention: true, isYou: false },
          { text: ' or ', isMention: false, isYou: false },
          { text: '@own@shop.example', isMention: true, isYou: true },
        ]}
      />
    </p>
  ),
};
