import type { Comment, CommentsPage, Review, ReviewsPage, WriteComment, WriteReview } from '../contract/types.ts';
import { call } from './call.ts';

const reviewsOf = (productId: string) => `/api/commerce/products/${encodeURIComponent(productId)}/reviews`;

/** What visitors say about items and products. What is written waits for the owner's approval. */
export const socialCalls = {
  like: (itemId: string) => call<{ likeCount: number }>('POST', `/api/items/${encodeURIComponent(itemId)}/like`),
  comments: (itemId: string, cursor?: string) =>
    call<CommentsPage>('GET', '/api/comments', { query: { itemId, cursor } }),
  comment: (itemId: string, comment: WriteComment) =>
    call<Comment>('POST', '/api/comments', { json: comment, query: { itemId } }),
  reviews: (productId: string, cursor?: string) =>
    call<ReviewsPage>('GET', reviewsOf(productId), { query: { cursor } }),
  review: (productId: string, review: WriteReview) => call<Review>('POST', reviewsOf(productId), { json: review }),
};
