import { SITE_USER_COOKIE } from '../contract/names.ts';
import type { PageData } from '../contract/types.ts';
import { cookie } from './kept.ts';

/**
 * What the owner asks of the tracker (`websiteSettings.tracking` of the site). A site without it has no tracker on its pages.
 * Every member may be absent.
 */
export type TrackingSettings = {
  /** Nothing is kept or sent of the visitor before `loggia:consent` says `{ granted: true }`. */
  consentRequired?: boolean;
  /** False: a visitor's Do-Not-Track or Global Privacy Control is not asked for. */
  respectPrivacySignals?: boolean;
  /** Where pipeline events go in this build's environment (K-064); absent: to the api. */
  pipelineUrl?: string;
  /** Pipeline events are only checked, not kept (K-063). */
  validate?: boolean;
  /** A pixel of another party: asked for on page views and adds (K-038, K-039); absent: none. */
  pixelUrl?: string;
  /** The pixel waits for the visitor's consent to marketing, which the consent banner keeps (`consent/answer.ts`). */
  pixelConsent?: boolean;
  /** False: errors of the page are not reported. */
  errors?: boolean;
  /** False: web vitals are not measured. */
  performance?: boolean;
};

/** The part of a page's data that the tracker reads. */
export type TrackedPage = Pick<PageData, 'apiBaseUrl' | 'website' | 'page' | 'featureFlags' | 'products'> & {
  tracking?: TrackingSettings;
};

/** What the page says, or undefined when it says nothing. */
export function trackedPage(): TrackedPage | undefined {
  const text = document.getElementById('loggia-page-data')?.textContent;
  return text ? (JSON.parse(text) as TrackedPage) : undefined;
}

/** An address of the api. */
export const apiUrl = (page: TrackedPage, path: string): string => page.apiBaseUrl.replace(/\/$/, '') + path;

/** Who is signed in (cookie `SiteUserInfo`). `roles`: codes of the website roles; a shopper's account has none. */
export type SignedIn = { siteUserId?: string; roles?: number[] };

export function signedIn(): SignedIn | undefined {
  try {
    const user = JSON.parse(decodeURIComponent(cookie(SITE_USER_COOKIE) ?? '')) as SignedIn & {
      authenticated?: boolean;
    };
    return user.authenticated ? user : undefined;
  } catch {
    return undefined; // no cookie, or none of ours
  }
}

const VIEWER = 10;
const CONFIG = 10;
const NOT_FOUND = 7;
const MEMBER_AREA_DENIED = 9;

/**
 * Whether visits of this page are counted (K-045…K-050): not on not-found, lock-screen and member-area-denied
 * pages, not where tracking is off, not for the people who run the site. Of these a mere VIEWER counts outside the config
 * area. An account whose roles are not known counts as one of them.
 */
export function isCounted({ page }: TrackedPage, user: SignedIn | undefined): boolean {
  if (page.trackingDisabled || (page.pageType >= NOT_FOUND && page.pageType <= MEMBER_AREA_DENIED)) return false;
  const roles = user && (user.roles ?? [0]);
  return !roles?.length || (roles.every((role) => role === VIEWER) && page.pageType !== CONFIG);
}

/** Whether the browser says that its user does not want to be followed. */
export const asksForPrivacy = (): boolean =>
  navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
