import { apiUrl, call } from './call.ts';

/** Opens a page with its password, for this browser and a day. */
export const unlockPage = (url: string, password: string) =>
  call('POST', '/api/site/pages/unlock', { json: { url, password }, again: true });

/** The whole page, for visitors who may see it; nothing for anybody else, and when the API is away. */
export async function lockedPage(url: string): Promise<string | null> {
  try {
    const answer = await fetch(`${apiUrl('/api/site/pages/content')}?${new URLSearchParams({ url })}`, {
      credentials: 'include',
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}
