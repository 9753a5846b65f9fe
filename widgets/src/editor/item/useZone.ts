import { useEffect } from 'react';
import { textAt } from '../core/json.ts';
import { useJson, useSession } from '../state/context.ts';

/** The site's time zone: America/New_York until the owner says another. */
export function useZone(): string {
  const session = useSession();
  const site = useJson('site.json');
  useEffect(() => {
    // Without it times are shown in the default zone; the panel itself says when something cannot be loaded.
    session.open('site.json').catch(() => undefined);
  }, [session]);
  return textAt(site, '/website/timeZone') || textAt(site, '/websiteSettings/timeZone') || 'America/New_York';
}
