// Calls as many as are asked for, over connections that stay open, and how long each took.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** One call; its status and milliseconds. */
export function call(agent, url, { method = 'POST', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const request = http.request(url, { agent, method, headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk) => { text += chunk; });
      answer.on('end', () => resolve({ status: answer.statusCode, ms: performance.now() - begun, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

const rank = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** `lanes` callers, each its next call after the answer of the one before, for so long. `rate`: all together at most so many calls a second. */
export async function load({ lanes, seconds, next, expected, rate = Infinity }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: lanes });
  const begun = performance.now();
  const times = [];
  let bad = 0;
  let started = 0;
  const lane = async (number) => {
    while (performance.now() - begun < seconds * 1000) {
      const due = (started / rate) * 1000 - (performance.now() - begun);
      started += 1;
      if (due > 0) await sleep(due);
      const { url, ...options } = next(number);
      const { status, ms } = await call(agent, url, options).catch(() => ({ status: 0, ms: 0 }));
      if (status === expected) times.push(ms);
      else bad += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  agent.destroy();
  times.sort((left, right) => left - right);
  const took = (performance.now() - begun) / 1000;
  return { perSecond: times.length / took, p50: rank(times, 0.5), p99: rank(times, 0.99), bad };
}

/** The next page view of one of many visitors, as the tracker tells it. */
export function hits(base) {
  let told = 0;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return () => {
    told += 1;
    const data = JSON.stringify({ eventName: 'page_view', payload: { pagePath: `/page-${told % 300}`, pageHash: '', websiteId: 'site', templateId: 'template', variantId: null, memberAccountId: null, member_locale: null, website_locale: 'en-US' } });
    const visitor = `visitor-${told % 5000}|1772438400000|1772438400000|1772438400000|${1 + (told % 7)}`;
    return { url: `${base}/api/census/RecordHit`, headers, body: new URLSearchParams({ event: '1', data, ss_cvr: visitor }).toString() };
  };
}
