import type { components } from '../../contract/editor.gen.ts';
import type { WireChange } from '../core/change.ts';
import { ask, eachLine, send } from './ask.ts';
import type {
  ChangeAnswer,
  CollectionPage,
  FileAnswer,
  LiveAgain,
  PublishLine,
  PublishPlan,
  Site,
  Upload,
  UploadPage,
  Versions,
} from './wire.ts';

type Video = components['schemas']['VideoAnswer'];
type Photos = components['schemas']['PhotosAnswer'];
type Bin = components['schemas']['Bin'];
export type Offer = components['schemas']['Offer'];
export type Home = components['schemas']['Home'];

export const getSite = (): Promise<Site> => ask('GET', 'site');
export const getFile = (path: string): Promise<FileAnswer> => ask('GET', 'file', { query: { path } });
export const getCollection = (query: {
  folder: string;
  after?: string | undefined;
  search?: string | undefined;
  limit?: number;
}): Promise<CollectionPage> => ask('GET', 'collection', { query });
export const postChanges = (changes: WireChange[], dryRun = false): Promise<ChangeAnswer> =>
  ask('POST', 'changes', { json: { changes, ...(dryRun ? { dryRun } : {}) } });
export const getUploads = (query: {
  after?: string | undefined;
  search?: string | undefined;
  type?: string | undefined;
}): Promise<UploadPage> => ask('GET', 'uploads', { query });
export const renameUpload = (path: string, name: string): Promise<Upload> =>
  ask('POST', 'rename', { json: { path, name } });
export const deleteUpload = async (path: string): Promise<void> =>
  void (await send('DELETE', 'upload', { query: { path } }));
/** Asks the other side of a form's connection whether it is there (E-066, E-068). */
export const tryConnection = async (kind: string, target: string): Promise<void> =>
  void (await send('POST', 'connect', { json: { kind, target } }));
/** What the host of a film says of it. */
export const getVideo = (url: string): Promise<Video> => ask('GET', 'video', { query: { url } });
/** The newest photos of an account of a photo service. */
export const getPhotos = (url: string): Promise<Photos> => ask('GET', 'photos', { query: { url } });
export const planPublish = (): Promise<PublishPlan> => ask('POST', 'publish', { json: { dryRun: true } });

export const getVersions = (): Promise<Versions> => ask('GET', 'versions');

/** Makes an earlier version live again. */
export const makeLive = (version: string): Promise<LiveAgain> => ask('POST', 'versions', { json: { version } });

/** Publishes, and tells of every step as it happens. */
export async function publish(onLine: (line: PublishLine) => void): Promise<void> {
  await eachLine(await send('POST', 'publish', { json: { dryRun: false } }), onLine);
}
/** How far the site has come, and what of it is unfinished. */
export const getHome = (): Promise<Home> => ask('GET', 'home');
/** What was deleted in the last thirty days. */
export const getBin = (): Promise<Bin> => ask('GET', 'bin');
/** Deletes a page, a list or an entry: it lies in the bin, and can be brought back. */
export const putIntoBin = (path: string): Promise<ChangeAnswer> => ask('POST', 'bin', { json: { path } });
export const restoreFromBin = (name: string): Promise<ChangeAnswer> => ask('POST', 'bin/restore', { json: { name } });
/** What the cart of a shopper somewhere would say of delivery and taxes. */
export const getOffer = (query: {
  country: string;
  region?: string | undefined;
  postalCode?: string | undefined;
  quantity?: number | undefined;
}): Promise<Offer> => ask('GET', 'offer', { query });
