import type { Meta, StoryObj } from '@storybook/react-vite';
import { userEvent, within } from 'storybook/test';
import { inEditor } from '../test/stories.tsx';
import { Demo } from './demo.fixture.tsx';

const meta: Meta = { title: 'Editor/Sheet', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;

/** Cells that are read, written and selected. */
export const Plain: StoryObj = { render: () => <Demo /> };

/** A cell that cannot say what was written says why. */
export const Refused: StoryObj = {
  render: () => <Demo />,
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByText('2'));
    await userEvent.keyboard('many{Enter}');
    await within(canvasElement).findByText(/^Cells that were refused/);
  },
};
