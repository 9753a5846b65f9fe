import { call } from './wrap.ts';

type Heard = Partial<Record<'start' | 'complete' | 'success' | 'failure' | 'end', unknown>>;
type Wanted = { method?: string; data?: unknown; headers?: object; on?: Heard; context?: unknown; arguments?: unknown };

let ids = 0;

/** Asks a server. Handlers are given a number, the answer with its `responseText`, and `arguments`. */
export function io(address: string, wanted: Wanted = {}) {
  const id = ids++;
  const { method = 'GET', data, headers, on = {}, context } = wanted;
  const stop = new AbortController();
  const tell = (name: keyof Heard, answer?: object) =>
    on[name] && call(on[name], context, id, answer, wanted.arguments);
  const body = typeof data === 'string' ? data : new URLSearchParams(data as Record<string, string>).toString();
  const asks = method.toUpperCase() === 'GET';
  const url = asks && body ? address + (address.includes('?') ? '&' : '?') + body : address;
  const type = asks ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const ended = (answer: object, went: boolean) => {
    tell('complete', answer);
    tell(went ? 'success' : 'failure', answer);
    tell('end');
  };
  tell('start');
  fetch(url, { method, signal: stop.signal, headers: { ...type, ...headers }, ...(asks ? {} : { body }) })
    .then(async (answer) => [answer, await answer.text()] as const)
    .then(
      ([{ status, statusText, ok }, responseText]) => ended({ status, statusText, responseText }, ok),
      () => ended({ status: 0, statusText: 'failure', responseText: '' }, false),
    );
  return { id, abort: () => stop.abort() };
}

type Asked = {
  url: string;
  method?: string;
  data?: object;
  responseFormat?: string;
  context?: unknown;
  success?: unknown;
  failure?: unknown;
};

/** `Y.Data`: JSON, or with `responseFormat: 'raw'` text. */
export function data({ url, responseFormat, context, success, failure, ...wanted }: Asked): void {
  const failed = (_: number, answer: unknown) => failure && call(failure, context, answer);
  const done = (_: number, { responseText }: { responseText: string }) => {
    let value: unknown = responseText;
    try {
      if (responseFormat !== 'raw') value = JSON.parse(responseText);
    } catch (error) {
      failed(0, error);
      return;
    }
    if (success) call(success, context, value);
  };
  io(url, { ...wanted, on: { success: done, failure: failed } });
}
