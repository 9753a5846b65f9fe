import { addressOf, htmlOf } from '../core/item.ts';
import { at, textAt } from '../core/json.ts';
import { ImageField } from '../files/ImageField.tsx';
import { useFault, useJson, useOpened, useSite, useText } from '../state/context.ts';
import { m } from '../text/manage.ts';
import { TextField } from '../ui/fields.tsx';
import ui from '../ui/ui.module.css';
import { FlagValue, TextValue } from '../values/values.tsx';
import styles from './seo.module.css';

/** What search engines show of a title and of a description, in characters. */
const SHOWN = { title: 60, description: 160 };

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;

/** HTML as the text it says. */
const plain = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ').trim();

/** What search engines and social networks are told of a page or an entry, and how they show it. */
export function SeoFields({ path }: { path: string }) {
  return (
    <>
      <TextValue path={path} pointer="/seoData/seoTitle" label={m('seo.title')} help={m('seo.titleHelp')} />
      <TextValue
        path={path}
        pointer="/seoData/seoDescription"
        label={m('seo.description')}
        help={m('seo.descriptionHelp')}
        rows={3}
      />
      <ImageField path={path} pointer="/seoData/socialImage" label={m('seo.picture')} />
      <Shown path={path} />
      <FlagValue path={path} pointer="/seoData/seoHidden" label={m('seo.hidden')} />
      <Canonical path={path} />
    </>
  );
}

function Canonical({ path }: { path: string }) {
  const [value, set] = useText(path, '/seoData/canonicalUrl', m('seo.canonical'));
  const fault = useFault(path, '/seoData/canonicalUrl');
  const isGood = value === '' || /^(\/(?!\/)|https?:\/\/)/.test(value.trim());
  return (
    <TextField
      label={m('seo.canonical')}
      help={m('seo.canonicalHelp')}
      value={value}
      onChange={set}
      pointer="/seoData/canonicalUrl"
      error={isGood ? fault : m('seo.canonicalWrong')}
    />
  );
}

/** The page as a search result and as a link that is shared. The server's own words are the same (`render/meta`). */
function Shown({ path }: { path: string }) {
  const json = useJson(path);
  const site = useSite();
  const opened = useOpened('site.json');
  const settings = useJson('site.json');
  const isPage = path.endsWith('/collection.json');
  const collection = site.collections.find(({ folder }) => path.startsWith(`content/${folder}/`));
  const own = textAt(json, '/seoData/seoTitle') || (collection?.url === '/' && isPage ? '' : textAt(json, '/title'));
  const title = own && own !== site.title ? `${own} — ${site.title}` : site.title;
  const text = isPage ? textAt(json, '/description') : htmlOf(at(json, '/excerpt')) || htmlOf(at(json, '/body'));
  const general = textAt(settings, '/website/siteDescription') || textAt(settings, '/website/siteTagLine');
  const description = textAt(json, '/seoData/seoDescription') || plain(text) || plain(general);
  const picture =
    textAt(json, '/seoData/socialImage/assetUrl') ||
    textAt(json, '/mainImage/assetUrl') ||
    textAt(settings, '/website/socialLogoImage/assetUrl');
  const inside = isPage ? '' : `/${textAt(json, '/urlId') || addressOf(path)}`;
  const above = collection?.url === '/' ? '' : (collection?.url ?? '');
  const host = site.url.replace(/^https?:\/\//, '') || window.location.host;
  if (opened.is === 'loading') return null;
  return (
    <>
      <figure className={styles.shown} aria-label={m('seo.result')}>
        <figcaption className={ui.label}>{m('seo.result')}</figcaption>
        <div className={styles.result}>
          <span className={styles.address}>{host + above + inside}</span>
          <span className={styles.title}>{cut(title, SHOWN.title)}</span>
          <span>{cut(description, SHOWN.description)}</span>
        </div>
      </figure>
      <figure className={styles.shown} aria-label={m('seo.card')}>
        <figcaption className={ui.label}>{m('seo.card')}</figcaption>
        <div className={styles.card}>
          {picture ? <img src={picture} alt="" /> : null}
          <span className={styles.address}>{host}</span>
          <strong>{cut(own || site.title, SHOWN.title)}</strong>
          <span>{cut(description, SHOWN.description)}</span>
        </div>
      </figure>
    </>
  );
}
