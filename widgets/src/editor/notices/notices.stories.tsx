import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { within } from 'storybook/test';
import { inEditor, withServer } from '../test/stories.tsx';
import { DeviceNotices } from './DeviceNotices.tsx';

const meta: Meta = { title: 'Editor/Notices', decorators: [inEditor()], tags: ['!autodocs'] };
export default meta;
type Msw = { use: (...handlers: ReturnType<typeof http.get>[]) => void };

const DEVICE = {
  id: 'a',
  name: 'Firefox on Linux',
  kinds: ['order'],
  createdOn: 0,
  seenOn: 0,
  isThis: false,
  isOver: true,
};
const withDevices = (isOn: boolean) => (context: { msw: unknown }) => {
  withServer('commerce')(context);
  (context.msw as Msw).use(
    http.get('*/api/site-users/account/devices', () =>
      HttpResponse.json({ isOn, publicKey: 'AQID', open: ['order', 'payment', 'stock'], devices: [DEVICE] }),
    ),
  );
};

/** What can be told of, and the devices that are. */
export const Notices: StoryObj = {
  beforeEach: withDevices(true),
  render: () => <DeviceNotices />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText(/must be switched on again/)),
};

/** Where whoever runs the server has not set them up. */
export const NotSetUp: StoryObj = {
  beforeEach: withDevices(false),
  render: () => <DeviceNotices />,
  play: async ({ canvasElement }) => void (await within(canvasElement).findByText(/has not set notices up/)),
};
