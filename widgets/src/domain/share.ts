/** What is shared: an address, its title, a picture. All absolute. */
export type Shared = { url: string; title: string; image?: string | undefined };

type Service = { name: string; target: (shared: Shared) => string };

const to = (address: string, fields: Record<string, string | undefined>): string => {
  const query = Object.entries(fields).flatMap(([key, value]) =>
    value ? [`${key}=${encodeURIComponent(value)}`] : [],
  );
  return `${address}?${query.join('&')}`;
};

/** The services a share button can open, by the name an owner configures (W-215). */
export const SHARE_SERVICES: Record<string, Service> = {
  facebook: { name: 'Facebook', target: ({ url }) => to('https://www.facebook.com/sharer/sharer.php', { u: url }) },
  twitter: { name: 'X', target: ({ url, title }) => to('https://twitter.com/intent/tweet', { url, text: title }) },
  bluesky: {
    name: 'Bluesky',
    target: ({ url, title }) => to('https://bsky.app/intent/compose', { text: `${title} ${url}`.trim() }),
  },
  linkedin: {
    name: 'LinkedIn',
    target: ({ url, title }) => to('https://www.linkedin.com/shareArticle', { mini: 'true', url, title }),
  },
  pinterest: {
    name: 'Pinterest',
    target: ({ url, title, image }) =>
      to('https://www.pinterest.com/pin/create/button/', { url, media: image, description: title }),
  },
  reddit: { name: 'Reddit', target: ({ url, title }) => to('https://www.reddit.com/submit', { url, title }) },
  tumblr: {
    name: 'Tumblr',
    target: ({ url, title }) => to('https://www.tumblr.com/widgets/share/tool', { canonicalUrl: url, title }),
  },
  whatsapp: { name: 'WhatsApp', target: ({ url, title }) => to('https://wa.me/', { text: `${title} ${url}`.trim() }) },
  telegram: { name: 'Telegram', target: ({ url, title }) => to('https://t.me/share/url', { url, text: title }) },
  email: { name: 'Email', target: ({ url, title }) => to('mailto:', { subject: title, body: url }) },
};

/** The services of an owner's setting: a list of names, or a map of name to yes and no. Names nobody knows are left out. */
export function shareServices(options: unknown): string[] {
  const asked = Array.isArray(options)
    ? options.map(String)
    : Object.entries((options ?? {}) as Record<string, unknown>).flatMap(([name, on]) => (on === true ? [name] : []));
  return [...new Set(asked.map((name) => name.toLowerCase()))].filter((name) => name in SHARE_SERVICES);
}

/** Where a follow button leads: the profile of a user name, else the profile's own address (W-216). */
export function profileAddress(
  userName: string | undefined,
  profileUrl: string | undefined,
  service = 'twitter',
): string | null {
  const homes: Record<string, string> = {
    twitter: 'https://twitter.com/',
    instagram: 'https://www.instagram.com/',
    facebook: 'https://www.facebook.com/',
    youtube: 'https://www.youtube.com/@',
    pinterest: 'https://www.pinterest.com/',
    github: 'https://github.com/',
    linkedin: 'https://www.linkedin.com/in/',
    tiktok: 'https://www.tiktok.com/@',
    threads: 'https://www.threads.net/@',
  };
  const home = homes[service.toLowerCase()];
  if (userName && home) return home + encodeURIComponent(userName.replace(/^@/, ''));
  return profileUrl && /^https?:\/\//.test(profileUrl) ? profileUrl : null;
}
