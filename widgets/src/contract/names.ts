/**
 * The names of cookies and headers that the servers know as well. The documents of the servers describe
 * bodies alone: these are written here, once.
 */

/** A cookie that every page may read; what it says is sent with each call that changes something. */
export const CRUMB_COOKIE = 'crumb';
export const CRUMB_HEADER = 'x-csrf-token';
/** The token of a log-in, sent with the calls that change something. */
export const SESSION_HEADER = 'x-siteuser-xsrf-token';
/** The token of the editor's page. */
export const EDITOR_HEADER = 'x-loggia-editor';
/** Cookies that say that there may be a cart: a mark of 'true', the cart's own, and who is signed in. */
export const HAS_CART_COOKIE = 'hasCart';
export const CART_COOKIE = 'CART';
export const SITE_USER_COOKIE = 'SiteUserInfo';
/** Where the editor's worker keeps the last answers about orders, and what tells it to forget them. */
export const KEPT_ANSWERS = 'loggia-answers';
export const FORGET_ANSWERS = 'answers';
