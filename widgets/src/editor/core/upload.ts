import type { components } from '../../contract/editor.gen.ts';
/** Bytes of a megabyte for limits of uploads (E-044). */
export const MEGABYTE = 1_000_000;
export const LARGEST_UPLOAD = 20 * MEGABYTE;

const KINDS = {
  image: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg'],
  audio: ['mp3', 'm4a'],
  document: ['pdf'],
} as const;
export type UploadKind = keyof typeof KINDS;

export const extensionOf = (name: string): string => (/\.([^./\\]+)$/.exec(name)?.[1] ?? '').toLowerCase();

/** What kind of file a name promises; undefined for one that is not taken (E-042). */
export function kindOf(name: string): UploadKind | undefined {
  const extension = extensionOf(name);
  return (Object.keys(KINDS) as UploadKind[]).find((kind) => (KINDS[kind] as readonly string[]).includes(extension));
}

export const ACCEPTED: readonly string[] = Object.values(KINDS).flatMap((list) => list.map((name) => `.${name}`));

export type UploadProblem = 'files.unsupported' | 'files.tooLarge';

/** Why a file is not sent (E-040, E-041). */
export function uploadProblem(file: { name: string; size: number }, limit = LARGEST_UPLOAD): UploadProblem | null {
  if (!kindOf(file.name)) return 'files.unsupported';
  return file.size > limit ? 'files.tooLarge' : null;
}

/** A limit in the words of its message: `20 MB`. */
export const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size as lists show it, in steps of 1024: 1536 is `1.5 KB` (E-045). */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${unit === 0 ? size : Number(size.toFixed(1))} ${UNITS[unit]}`;
}

export type NameProblem = 'files.emptyName';

/** The new name of a file: the owner writes it with or without its ending, which never changes. */
export function renamed(old: string, wanted: string): { name: string } | { problem: NameProblem } {
  const extension = extensionOf(old);
  const ending = extension === '' ? '' : `.${extension}`;
  const stem = wanted.trim().toLowerCase().endsWith(ending)
    ? wanted.trim().slice(0, -ending.length || undefined)
    : wanted.trim();
  const clean = stem.replace(/[/\\\p{C}]/gu, '').trim();
  return clean === '' || clean === '.' || clean === '..'
    ? { problem: 'files.emptyName' }
    : { name: `${clean}${ending}` };
}

/** Where a point of a picture is, from 0 to 1 each way; the middle until somebody says otherwise (E-123). */
export type FocalPoint = { x: number; y: number };
export const MIDDLE: FocalPoint = { x: 0.5, y: 0.5 };
const share = (part: number, whole: number): number =>
  whole > 0 ? Math.round(Math.min(1, Math.max(0, part / whole)) * 1000) / 1000 : 0.5;
export const focalPoint = (x: number, y: number, width: number, height: number): FocalPoint => ({
  x: share(x, width),
  y: share(y, height),
});

/** Where a job of the server stands. */
export type Job = components['schemas']['Job'];
export type JobProblem = 'files.jobTimeout' | 'files.jobFailed' | 'files.jobCancelled' | 'files.jobEmpty';
/** A job that is still pending after this long is given up (E-047). Milliseconds. */
export const JOB_TIMEOUT_MS = 120_000;

/** What an answer about a job means: null while it is pending, or when it is done. */
export function jobProblem(answer: Partial<Job> | null | undefined, elapsedMs: number): JobProblem | null {
  if (!answer || typeof answer.state !== 'string') return 'files.jobEmpty';
  if (answer.state === 'failed') return 'files.jobFailed';
  if (answer.state === 'cancelled') return 'files.jobCancelled';
  return answer.state === 'pending' && elapsedMs > JOB_TIMEOUT_MS ? 'files.jobTimeout' : null;
}
