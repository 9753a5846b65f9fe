import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { useStore } from '../../state/useStore.ts';
import { Figures } from '../books/Figures.tsx';
import { w } from '../books/text.ts';
import { getHome } from '../client/editor.ts';
import { call } from '../client/shop.ts';
import { NotCounted } from '../panel/NotCounted.tsx';
import { Panel } from '../panel/Panel.tsx';
import { useSession, useSite } from '../state/context.ts';
import { editorLocale } from '../text/text.ts';
import { named, t } from '../text/words.ts';
import { Select } from '../ui/fields.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import ui from '../ui/ui.module.css';
import styles from './analytics.module.css';

type Overview = components['schemas']['OverviewReport'];
type Ranking = components['schemas']['RankingReport'];
type Funnel = components['schemas']['FunnelReport'];

const RANGES = ['day', 'week', 'month', 'year'] as const;
type Range = (typeof RANGES)[number];
const DAY = 86_400_000;
const DAYS: Record<Range, number> = { day: 1, week: 7, month: 30, year: 365 };
const RANKINGS = ['pages', 'sources', 'searches'] as const;
const COUNTS = ['visitors', 'visits', 'views'] as const;
/** More rows than these are read in the report itself. */
const SHOWN = 10;

const count = (value: number): string => new Intl.NumberFormat(editorLocale()).format(value);

function useReport<T>(name: string, range: Range) {
  return useQuery({
    queryKey: ['reports', name, range],
    queryFn: () => {
      const to = Date.now();
      return call<T>('GET', `/api/reports/${name}`, { query: { from: to - DAYS[range] * DAY, to } });
    },
  });
}

/** What visitors do, as their browsers tell it, and what the shop sold, by its own books. */
export function AnalyticsPanel() {
  return (
    <Panel isWide="page" title={t('tool.analytics')}>
      <Tabs
        label={t('tool.analytics')}
        tabs={[
          { id: 'visits', label: w('visits'), body: <Visits /> },
          { id: 'figures', label: w('figures'), body: <Figures /> },
        ]}
      />
    </Panel>
  );
}

/** Visits, as the API of the shop counts them; the whole reports are a page of their own. */
function Visits() {
  const [range, setRange] = useState<Range>('month');
  const overview = useReport<Overview>('overview', range);
  const { tools } = useSite().role;
  const built = useStore(useSession().$built);
  const home = useQuery({ queryKey: ['home', built], queryFn: getHome, placeholderData: (last) => last });
  return (
    <>
      {home.data?.counts === false ? <NotCounted mayCount={tools.includes('settings')} /> : null}
      <Select<Range>
        label={t('analytics.range')}
        value={range}
        choices={RANGES.map((value) => ({ value, label: t(`analytics.range.${value}`) }))}
        onChange={setRange}
      />
      {overview.isPending ? <Loading /> : null}
      {overview.isError ? <CannotLoad retry={() => void overview.refetch()} /> : null}
      {overview.data ? (
        <>
          <dl className={styles.counts}>
            {COUNTS.map((name) => (
              <div key={name}>
                <dt>{t(`analytics.${name}`)}</dt>
                <dd>{count(overview.data[name])}</dd>
              </div>
            ))}
          </dl>
          <Course report={overview.data} />
          <Steps range={range} />
          {RANKINGS.map((of) => (
            <Ranked key={of} of={of} range={range} />
          ))}
          <p>
            <a href="/api/figures">{t('analytics.all')}</a>
          </p>
        </>
      ) : null}
    </>
  );
}

/** How many views each period had: bars for the eye, a table for everybody. */
function Course({ report }: { report: Overview }) {
  const most = Math.max(1, ...report.periods.map(({ views }) => views));
  const when = new Intl.DateTimeFormat(
    editorLocale(),
    report.step < DAY ? { weekday: 'short', hour: 'numeric' } : { dateStyle: 'medium' },
  );
  return (
    <figure className={styles.course}>
      <svg viewBox={`0 0 ${report.periods.length} 40`} preserveAspectRatio="none" aria-hidden="true">
        {report.periods.map(({ startsAt, views }, index) => (
          <rect key={startsAt} x={index + 0.1} width={0.8} y={40 - (40 * views) / most} height={(40 * views) / most} />
        ))}
      </svg>
      <details>
        <summary>{t('analytics.course')}</summary>
        <table className={styles.table}>
          <tbody>
            {report.periods.map(({ startsAt, views }) => (
              <tr key={startsAt}>
                <th scope="row">{when.format(startsAt)}</th>
                <td>{count(views)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function Steps({ range }: { range: Range }) {
  const funnel = useReport<Funnel>('funnel', range);
  if (!funnel.data) return null;
  return (
    <Table
      title={t('analytics.funnel')}
      rows={funnel.data.steps.map(({ step, visitors }) => ({ name: named('analytics.step', step), times: visitors }))}
    />
  );
}

function Ranked({ of, range }: { of: (typeof RANKINGS)[number]; range: Range }) {
  const ranking = useReport<Ranking>(`rankings/${of}`, range);
  if (ranking.isError) return <CannotLoad retry={() => void ranking.refetch()} />;
  if (!ranking.data) return null;
  const direct = ranking.data.direct ? [{ name: t('analytics.direct'), times: ranking.data.direct }] : [];
  return <Table title={t(`analytics.${of}`)} rows={[...direct, ...ranking.data.rows].slice(0, SHOWN)} />;
}

function Table({ title, rows }: { title: string; rows: readonly { name: string; times: number }[] }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {rows.length === 0 ? (
        <p className={ui.help}>{t('analytics.nothing')}</p>
      ) : (
        <table className={styles.table}>
          <tbody>
            {rows.map(({ name, times }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
