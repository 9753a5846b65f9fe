import { NotSent, post, queued } from '../client/beacon.ts';
import type { View } from './events.ts';
import { apiUrl } from './page.ts';
import { told } from './told.ts';

/** The tracker's version in every event (K-057). */
export const CLIENT_VERSION = '3.8.0';
const PIPELINE_MS = 20_000;
const ENVIRONMENTS: Record<string, string> = { dev: 'dev', qa: 'staging', staging: 'staging', prod: 'prod' };

/** The environment as the pipeline knows it; a qa build counts as staging (K-061, K-062). */
export function sourceEnvironment(environment: string): string {
  const known = ENVIRONMENTS[environment];
  if (!known) console.warn('The source environment is not set: it must be dev, staging or prod');
  return known ?? '';
}

/** The content of an event: every member of the specification, then the event's own (K-055). */
export function eventContent(view: View, schema: string, payload: Record<string, unknown>): Record<string, unknown> {
  const { objectIdentifier = null, destinationUrl = null, ...own } = payload;
  const { website } = view.page;
  return {
    analytics_id: view.analyticsId,
    browser_language: navigator.language.split('-')[0],
    window_height: innerHeight,
    window_width: innerWidth,
    client_name: 'loggia-tracker',
    client_version: CLIENT_VERSION,
    marketing_id: view.marketingId,
    page_host: location.host,
    page_path: location.pathname,
    page_query_params: told(location.search),
    page_referrer_url: told(document.referrer),
    session_id: view.sessionId,
    user_agent: navigator.userAgent,
    event_occurrence_timestamp: Date.now(),
    browser_locale: navigator.language,
    custom_schema_name: schema,
    source_environment: sourceEnvironment(website.environment),
    context_website_id: website.id,
    destination_url: destinationUrl,
    member_account_id: view.memberId,
    object_identifier: objectIdentifier,
    resolved_locale: Intl.DateTimeFormat().resolvedOptions().locale,
    website_locale: website.locale,
    member_account_locale: null,
    ...own,
  };
}

/**
 * Sends an event to the pipeline: by beacon where there is one, else by a request whose answer must be 200 or 202
 * (K-056…K-063). In validate mode the content is checked and not kept.
 */
export async function track(view: View, schema: string, payload?: Record<string, unknown>): Promise<void> {
  if (!payload) throw new Error('no payload');
  const content = JSON.stringify(eventContent(view, schema, payload));
  const { pipelineUrl, validate } = view.page.tracking ?? {};
  const base = `${pipelineUrl?.replace(/\/$/, '') ?? apiUrl(view.page, '')}/api/v1/clanker/`;
  const url = base + (validate ? `validate-event-content/${encodeURIComponent(schema)}` : 'events');
  const body = validate ? content : JSON.stringify({ eventContent: content, eventSchemaName: schema });
  if (!validate && queued(url, body)) return;
  const { status } = await post(url, body, { 'content-type': 'application/json' }, PIPELINE_MS);
  if (status !== 200 && status !== 202) throw new NotSent(`Error tracking event: HTTP Status ${status}`);
}
