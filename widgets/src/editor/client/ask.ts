import { EDITOR_HEADER } from '../../contract/names.ts';

/** Why a call of the editor came to nothing. */
export type Failure =
  /** No answer at all. */
  | { kind: 'offline' }
  /** Refused, with what the server says of it. */
  | { kind: 'http'; status: number; message?: string; body: unknown }
  /** An answer without anything in it, where something was promised. */
  | { kind: 'empty' };

export class CallFailed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind === 'http' ? (failure.message ?? `HTTP ${failure.status}`) : failure.kind);
  }
}

const ROOT = '/config/api';
let crumb = '1';

/** What the site's answer says to send with every call that changes something. */
export function setEditorCrumb(value: string): void {
  crumb = value;
}

export type Query = Record<string, string | number | boolean | undefined>;
export type Asked = { query?: Query; json?: unknown; file?: Blob; signal?: AbortSignal };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export function addressOf(path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${ROOT}/${path}${search.size > 0 ? `?${search}` : ''}`;
}

export const unsafeHeaders = (): Record<string, string> => ({ [EDITOR_HEADER]: crumb });

/** The body of an answer, and what is wrong with it. */
export function refused(status: number, body: unknown): CallFailed {
  const text = typeof body === 'object' && body !== null ? (body as Record<string, unknown>).message : undefined;
  return new CallFailed({
    kind: 'http',
    status,
    body,
    ...(typeof text === 'string' && text !== '' ? { message: text } : {}),
  });
}

export async function send(method: Method, path: string, { query, json, file, signal }: Asked = {}): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (method !== 'GET') Object.assign(headers, unsafeHeaders());
  if (json !== undefined) headers['content-type'] = 'application/json';
  if (file) headers['content-type'] = 'application/octet-stream';
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (json !== undefined) init.body = JSON.stringify(json);
  if (file) init.body = file;
  if (signal) init.signal = signal;
  let response: Response;
  try {
    response = await fetch(addressOf(path, query), init);
  } catch (thrown) {
    if (signal?.aborted) throw thrown;
    throw new CallFailed({ kind: 'offline' });
  }
  if (!response.ok) throw refused(response.status, await response.json().catch(() => null));
  return response;
}

/** An answer of one JSON document a line, each told of as it comes. */
export async function eachLine<T>(response: Response, onLine: (line: T) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const take = (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') onLine(JSON.parse(line) as T);
  };
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    take(value);
  }
  take('\n');
}

/** One call of the editor's server. Rejects with `CallFailed`. */
export async function ask<T>(method: Method, path: string, asked: Asked = {}): Promise<T> {
  const response = await send(method, path, asked);
  const text = await response.text();
  if (text === '') throw new CallFailed({ kind: 'empty' });
  return JSON.parse(text) as T;
}

/** A failure in the words of the catalogue (E-017, E-018). */
export function failureText(thrown: unknown, say: (key: 'errors.unknown' | 'errors.network') => string): string {
  if (!(thrown instanceof CallFailed)) return say('errors.unknown');
  if (thrown.failure.kind === 'offline') return say('errors.network');
  return (thrown.failure.kind === 'http' ? thrown.failure.message : undefined) ?? say('errors.unknown');
}
