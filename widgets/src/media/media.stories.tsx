import type { Meta, StoryObj } from '@storybook/react-vite';
import { picture } from '../test/picture.ts';
import { onPage } from '../test/stories.ts';
import { AudioPlayer } from './AudioPlayer.tsx';
import { VideoPlayer } from './VideoPlayer.tsx';

const meta = {
  title: 'Media/Players',
  component: VideoPlayer,
  decorators: [onPage()],
  args: { embed: { src: 'about:blank', host: 'films.example' }, ratio: '16 / 9', title: 'How the oven is lit' },
} satisfies Meta<typeof VideoPlayer>;
export default meta;
type Story = StoryObj<typeof meta>;

export const Video: Story = { args: { poster: picture(4) } };
export const VideoWithoutPicture: Story = { args: { title: '' } };
export const Audio: Story = {
  render: () => (
    <AudioPlayer
      src="data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
      title="A talk about rye"
    />
  ),
};
