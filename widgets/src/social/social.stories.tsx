import type { Meta, StoryObj } from '@storybook/react-vite';
import { HttpResponse, http } from 'msw';
import { expect, userEvent, within } from 'storybook/test';
import { local } from '../platform/storage.ts';
import { onPage } from '../test/stories.ts';
import { Comments } from './Comments.tsx';
import { FollowLink } from './FollowLink.tsx';
import { LikeButton } from './LikeButton.tsx';
import { Reviews } from './Reviews.tsx';
import { ShareButtons } from './ShareButtons.tsx';

const meta = { title: 'Social/Social', decorators: [onPage()] } satisfies Meta;
export default meta;
type Story = StoryObj<typeof meta>;

const shared = { url: 'https://bakery.example/journal/rye', title: 'Rye' };

const comments = () => <Comments itemId="p1" open />;
const reviews = () => <Reviews productId="loaf" />;
const like = () => <LikeButton itemId="p1" count={3} />;

export const Like: Story = {
  beforeEach: () => local.remove('loggia:liked'),
  render: like,
};
export const Liked: Story = {
  ...Like,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Like, 3 likes' }));
    await expect(await within(canvasElement).findByRole('button', { name: 'Like, 4 likes' })).toBeVisible();
  },
};
export const LikeRolledBack: Story = {
  beforeEach: ({ msw }) => {
    local.remove('loggia:liked');
    msw.use(http.post('*/api/items/:id/like', () => HttpResponse.error()));
  },
  render: like,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button'));
    await expect(await within(canvasElement).findByText(/could not be counted/)).toBeVisible();
  },
};
export const Share: Story = {
  render: () => <ShareButtons services={['facebook', 'bluesky', 'pinterest', 'email']} shared={shared} />,
};
export const Follow: Story = { render: () => <FollowLink href="https://www.instagram.com/bakery" name="@bakery" /> };
export const CommentsOpen: Story = {
  render: comments,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Lovely crust.')).toBeVisible();
  },
};
export const CommentsClosed: Story = { render: () => <Comments itemId="p1" open={false} /> };
export const CommentsOutOfReach: Story = {
  beforeEach: ({ msw }) => msw.use(http.get('*/api/comments', () => HttpResponse.error())),
  render: comments,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' })).toBeVisible();
  },
};
export const ReviewsShown: Story = {
  render: reviews,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('4.5 out of 5')).toBeVisible();
  },
};
export const ReviewIncomplete: Story = {
  render: reviews,
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('4.5 out of 5');
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Send review' }));
    await expect(within(canvasElement).getAllByText('Required')[0]).toBeVisible();
  },
};
