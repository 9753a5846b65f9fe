import type { Places } from './places.ts';

/** Places that nothing is bought on: they are looked for when the page is at rest. */
export const LATER = {
  gallery: ['interaction'],
  'quick-view': ['interaction', '.sqs-product-quick-view-button'],
  video: ['visible', '.sqs-video-wrapper'],
  audio: ['visible', '.squarespace-audio-player'],
  like: ['visible', '.sqs-simple-like'],
  share: ['visible', '.squarespace-social-buttons'],
  follow: ['visible', '.squarespace-follow-button'],
  comments: ['visible', '.squarespace-comments'],
  reviews: ['visible'],
  search: ['interaction'],
  installments: ['visible'],
  'popup-overlay': ['idle'],
  account: ['interaction'],
  'account-page': ['load'],
  'lock-screen': ['load'],
} as const satisfies Places;

/**
 * What galleries need before their widget: those that only show start never, rows that turn start when seen, and pictures
 * that open can be pressed at once.
 */
export function prepare(root: ParentNode = document): void {
  for (const el of root.querySelectorAll<HTMLElement>('[data-widget=gallery]')) {
    const opens = /"lightbox":\s*true/.test(el.dataset.options ?? '');
    if (/^sl/.test(el.dataset.design ?? '')) el.dataset.load ??= 'visible';
    else if (!opens) el.dataset.widgetState = 'static';
    if (!opens) continue;
    for (const image of el.querySelectorAll<HTMLElement>(
      'figure img[alt]:not([alt=""], a *, [data-widget] [data-widget] *)',
    )) {
      image.role = 'button';
      image.tabIndex = 0;
    }
  }
}

/** Their chunks. */
export const chunks: Record<keyof typeof LATER, () => Promise<object>> = {
  'quick-view': () => import('../product/QuickView.island.tsx'),
  gallery: () => import('../gallery/Gallery.island.tsx'),
  video: () => import('../media/VideoPlayer.island.tsx'),
  audio: () => import('../media/AudioPlayer.island.tsx'),
  like: () => import('../social/LikeButton.island.tsx'),
  share: () => import('../social/ShareButtons.island.tsx'),
  follow: () => import('../social/FollowLink.island.tsx'),
  comments: () => import('../social/Comments.island.tsx'),
  reviews: () => import('../social/Reviews.island.tsx'),
  search: () => import('../search/Search.island.tsx'),
  account: () => import('../account/Account.island.tsx'),
  'account-page': () => import('../account/AccountPage.island.tsx'),
  'lock-screen': () => import('../account/LockScreen.island.tsx'),
  'popup-overlay': () => import('../overlay/PopupOverlay.island.tsx'),
  installments: () => import('../product/Installments.island.tsx'),
};
