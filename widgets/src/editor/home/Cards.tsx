import type { ReactNode } from 'react';
import type { Home } from '../client/editor.ts';
import { NotCounted } from '../panel/NotCounted.tsx';
import { $page } from '../panel/view.ts';
import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { h } from '../text/home.ts';
import { editorLocale } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Badge } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './home.module.css';
import { Messages, Today, Visits } from './Today.tsx';

type CardProps = { title: string; children: ReactNode };

const Card = ({ title, children }: CardProps) => (
  <section className={styles.card} aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

type Props = { home: Home; onPublish: () => void };

/** What came in today and what is unfinished: of each only what somebody's role may open. */
export function Cards({ home, onPublish }: Props) {
  const { role } = useSite();
  const has = (...tools: (typeof role.tools)[number][]) => tools.some((tool) => role.tools.includes(tool));
  return (
    <>
      {has('commerce') ? (
        <Card title={h('home.today')}>{home.sells ? <Today zone={home.timeZone} /> : <NoShop />}</Card>
      ) : null}
      {has('forms', 'moderation') ? (
        <Card title={h('home.messages')}>
          <Messages zone={home.timeZone} forms={has('forms')} comments={has('moderation')} sells={home.sells} />
        </Card>
      ) : null}
      {has('analytics') ? (
        <Card title={h('home.visits')}>
          {home.counts ? <Visits zone={home.timeZone} /> : <NotCounted mayCount={has('settings')} />}
        </Card>
      ) : null}
      {has('content') ? (
        <Card title={h('home.drafts')}>
          <Drafts home={home} />
        </Card>
      ) : null}
      {role.mayPublish ? (
        <Card title={h('home.published')}>
          <p className={styles.text}>
            {home.publishedOn === undefined || home.publishedOn === null
              ? h('home.notPublished')
              : h('home.publishedOn', {
                  when: new Intl.DateTimeFormat(editorLocale(), { dateStyle: 'long', timeStyle: 'short' }).format(
                    home.publishedOn,
                  ),
                })}
          </p>
          <div className={ui.actions}>
            <Button onPress={onPublish}>{h('home.toPublish')}</Button>
          </div>
        </Card>
      ) : null}
    </>
  );
}

function NoShop() {
  return (
    <>
      <p className={styles.text}>{h('home.noShop')}</p>
      <div className={ui.actions}>
        <Button onPress={() => go('website/pages')}>{h('home.toPages')}</Button>
      </div>
    </>
  );
}

/** Pages and entries that visitors do not see yet; each opens with a press. */
function Drafts({ home }: { home: Home }) {
  const { collections } = useSite();
  if (home.drafts.length === 0) return <p className={styles.text}>{h('home.noDrafts')}</p>;
  const more = home.draftCount - home.drafts.length;
  return (
    <>
      <ul className={styles.drafts}>
        {home.drafts.map(({ title, path, list, status }) => (
          <li key={path}>
            <Button
              look="quiet"
              onPress={() => {
                const page = collections.find((collection) => collection.path === path);
                if (page) $page.set(page.url);
                go('website/pages', list ? { collection: list } : { file: path });
              }}
            >
              {title}
            </Button>
            <Badge>{h(status === 'needsReview' ? 'home.review' : 'home.draft')}</Badge>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={ui.help}>{h('home.moreDrafts', { n: more })}</p> : null}
    </>
  );
}
