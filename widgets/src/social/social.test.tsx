import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { comment, review } from '../../mock-api/data.ts';
import { server } from '../../mock-api/server.ts';
import { mountOn } from '../test/island.tsx';
import { settle } from '../test/settle.ts';
import { openPage, watchRequests } from '../test/shop.ts';
import Comments, { read as readComments } from './Comments.island.tsx';
import FollowLink, { read as readFollow } from './FollowLink.island.tsx';
import LikeButton, { read as readLike } from './LikeButton.island.tsx';
import Reviews, { read as readReviews } from './Reviews.island.tsx';
import ShareButtons, { read as readShare } from './ShareButtons.island.tsx';

const like = { default: LikeButton, read: readLike };
const share = { default: ShareButtons, read: readShare };
const follow = { default: FollowLink, read: readFollow };
const comments = { default: Comments, read: readComments };
const reviews = { default: Reviews, read: readReviews };
const LIKE =
  '<span class="sqs-simple-like" data-item-id="p1" data-like-count="3"><span class="like-icon"></span><span class="like-count"></span></span>';
const COMMENTS =
  '<div class="squarespace-comments" id="comments-p1" data-item-id="p1" data-public-comment-count="2" data-comment-state="1"></div>';
const two = {
  comments: [
    comment({ id: 'c1', author: 'Ada', body: 'Lovely crust' }),
    comment({ id: 'c2', author: 'Bo', body: 'Seconded' }),
  ],
  publicCommentCount: 2,
  hasNextPage: false,
};
const answer = (body: object) => server.use(http.get('*/api/comments', () => HttpResponse.json(body)));

beforeEach(() => {
  localStorage.clear();
  openPage([], { website: { baseUrl: 'https://bakery.test', timeZone: 'UTC', locale: 'en-US' } as never });
});

test('W-213 an item with 3 likes shows 3', () => {
  const el = mountOn(LIKE, like);
  expect(el.querySelector('.like-count')).toHaveTextContent('3');
  expect(screen.getByRole('button', { name: 'Like, 3 likes' })).toHaveAttribute('aria-pressed', 'false');
});

test('W-214 a click makes 4; a second click and a reload leave it at 4', async () => {
  const seen: string[] = [];
  server.use(
    http.post('*/api/items/:id/like', ({ params }) => {
      seen.push(String(params.id));
      return HttpResponse.json({ likeCount: 4 });
    }),
  );
  mountOn(LIKE, like);
  await userEvent.click(screen.getByRole('button'));
  await settle();
  await userEvent.click(screen.getByRole('button', { name: 'Like, 4 likes' }));
  await settle();
  expect(seen).toEqual(['p1']);
  mountOn(LIKE, like);
  expect(screen.getByRole('button', { name: 'Like, 4 likes' })).toHaveAttribute('aria-pressed', 'true');
});

test('a like that could not be counted is taken back, and said', async () => {
  server.use(http.post('*/api/items/:id/like', () => HttpResponse.error()));
  mountOn(LIKE, like);
  await userEvent.click(screen.getByRole('button'));
  await settle();
  expect(screen.getByRole('button', { name: 'Like, 3 likes' })).toHaveAttribute('aria-pressed', 'false');
  expect(screen.getByRole('alert')).toHaveTextContent('Your like could not be counted.');
});

test('W-215 each configured service has a link with the encoded title and the full address', () => {
  mountOn(
    '<div class="squarespace-social-buttons" data-services="facebook,email,nobody" data-full-url="/blog/rye" data-title="Rye &amp; more" data-asset-url="/rye.jpg"></div>',
    share,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Facebook', 'Email']);
  expect(links[0]).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('https://bakery.test/blog/rye')));
  expect(links[1]).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('Rye & more')));
});

test('W-215 the formatter’s buttons take the services of the page', () => {
  openPage([], { shareButtonOptions: { reddit: true, twitter: false } } as never);
  mountOn('<div class="squarespace-social-buttons" data-full-url="/blog/rye" data-title="Rye"></div>', share);
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Reddit']);
});

test('W-216 follow leads to the profile of the user name', () => {
  mountOn('<div class="squarespace-follow-button" data-username="bob"></div>', follow);
  expect(screen.getByRole('link', { name: 'Follow @bob' })).toHaveAttribute('href', 'https://twitter.com/bob');
});

test('W-217 approved comments are listed, oldest first, with a form where comments are open', async () => {
  answer(two);
  mountOn(COMMENTS, comments);
  await settle();
  expect(screen.getAllByRole('listitem').map((item) => item.querySelector('strong')?.textContent)).toEqual([
    'Ada',
    'Bo',
  ]);
  expect(screen.getByRole('heading', { name: 'Comments 2 comments' })).toBeInTheDocument();
  expect(screen.getByRole('form', { name: 'Post comment' })).toBeInTheDocument();
});

test('W-217 closed comments are only read; without any nothing is asked for', async () => {
  answer(two);
  mountOn(COMMENTS.replace('data-comment-state="1"', 'data-comment-state="2"'), comments);
  await settle();
  expect(screen.getByText('Lovely crust')).toBeInTheDocument();
  expect(screen.getByText('Comments are closed.')).toBeInTheDocument();
  expect(screen.queryByRole('form')).toBeNull();
  const seen = watchRequests();
  const el = mountOn(
    COMMENTS.replace('data-comment-state="1"', 'data-comment-state="2"').replace('count="2"', 'count="0"'),
    comments,
  );
  await settle();
  expect([el.innerHTML, seen]).toEqual(['', []]);
});

test('W-218 a comment needs a name and a text, is sent, and waits for approval', async () => {
  answer({ comments: [], publicCommentCount: 0, hasNextPage: false });
  mountOn(COMMENTS, comments);
  await settle();
  expect(screen.getByText('Nobody has written yet.')).toBeInTheDocument();
  const send = screen.getByRole('button', { name: 'Post comment' });
  await userEvent.click(send);
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' Ada ');
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Good bread');
  const seen = watchRequests();
  await userEvent.click(send);
  await settle();
  expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/comments', body: { author: 'Ada', body: 'Good bread' } });
  expect(screen.getByText('Thank you. Your comment appears once it has been approved.')).toHaveFocus();
});

test('a comment that is refused says why and keeps what was written', async () => {
  answer(two);
  server.use(http.post('*/api/comments', () => HttpResponse.json({}, { status: 429 })));
  mountOn(COMMENTS, comments);
  await settle();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada');
  await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Again');
  await userEvent.click(screen.getByRole('button', { name: 'Post comment' }));
  await settle();
  expect(screen.getByText('Please try again in a few seconds.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveValue('Again');
});

test('a list that cannot be read can be asked for again; more comes page by page', async () => {
  server.use(http.get('*/api/comments', () => HttpResponse.error(), { once: true }));
  mountOn(COMMENTS, comments);
  await settle();
  expect(screen.getByText('Please check your internet connection.')).toBeInTheDocument();
  server.use(
    http.get('*/api/comments', ({ request }) => {
      const more = new URL(request.url).searchParams.get('cursor') === 'c1';
      const [one, other] = two.comments;
      return HttpResponse.json({
        comments: [more ? other : one],
        publicCommentCount: 2,
        hasNextPage: !more,
        nextPageCursor: more ? null : 'c1',
      });
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await settle();
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'More comments' }));
  await settle();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'More comments' })).toBeNull();
});

const REVIEWS = '<div data-widget="reviews" data-item-id="loaf"></div>';
const openReviews = (flag: boolean, setting: boolean) =>
  openPage([], { featureFlags: { productReviews: flag }, storeSettings: { productReviewsEnabled: setting } });

test.each([
  [false, true],
  [true, false],
])('W-105 with the flag %s and the setting %s nothing is requested', async (flag, setting) => {
  openReviews(flag, setting);
  const seen = watchRequests();
  const el = mountOn(REVIEWS, reviews);
  await settle();
  expect([el.innerHTML, seen]).toEqual(['', []]);
});

test('W-105 with both, reviews and their mean are shown', async () => {
  openReviews(true, true);
  server.use(
    http.get('*/api/commerce/products/loaf/reviews', () =>
      HttpResponse.json({
        reviews: [review({ rating: 4, title: 'Fine', body: 'Keeps well' }), review({ id: 'r2', rating: 5 })],
        count: 2,
        average: 4.5,
        hasNextPage: false,
      }),
    ),
  );
  mountOn(REVIEWS, reviews);
  await settle();
  expect(screen.getByText('4.5 out of 5')).toBeInTheDocument();
  expect(screen.getByText('2 reviews')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: '4 stars' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Fine' })).toBeInTheDocument();
});

test('a review needs stars, a name and a text', async () => {
  openReviews(true, true);
  mountOn(REVIEWS, reviews);
  await settle();
  const form = screen.getByRole('form', { name: 'Write a review' });
  fireEvent.change(within(form).getByRole('textbox', { name: 'Name' }), { target: { value: 'Ada' } });
  fireEvent.change(within(form).getByRole('textbox', { name: 'Review' }), { target: { value: 'Crisp' } });
  await userEvent.click(within(form).getByRole('button', { name: 'Send review' }));
  expect(within(form).getByText('Required')).toBeInTheDocument();
  await userEvent.click(within(form).getByRole('radio', { name: '4 stars' }));
  const seen = watchRequests();
  await userEvent.click(within(form).getByRole('button', { name: 'Send review' }));
  await settle();
  expect(seen[0]).toMatchObject({
    path: '/api/commerce/products/loaf/reviews',
    body: { authorName: 'Ada', rating: 4, title: '', body: 'Crisp' },
  });
  expect(screen.getByText('Thank you. Your review appears once it has been approved.')).toBeInTheDocument();
});
