import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { onPage } from '../test/stories.ts';
import { LockScreen } from './LockScreen.tsx';

const meta = {
  title: 'Account/LockScreen',
  component: LockScreen,
  args: { title: 'Cellar', url: '/cellar', access: 'locked', accountUrl: '/account' },
  decorators: [onPage()],
  beforeEach: ({ msw }) => msw.use(http.get('*/api/site/pages/content', () => HttpResponse.json({}, { status: 401 }))),
} satisfies Meta<typeof LockScreen>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Password: Story = {};
export const Members: Story = { args: { access: 'members' } };
