import { useQuery } from '@tanstack/react-query';
import { textAt } from '../core/json.ts';
import { useJson } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Loading, Problem } from '../ui/states.tsx';
import { ChoiceValue } from '../values/values.tsx';

type Props = { path: string; pointer: string; load?: () => Promise<string[]> };

const loadZones = async (): Promise<string[]> => (await import('./zones.ts')).zones();

/** The time zone of the site; its names come when they are asked for, and a failure can be tried again (E-024). */
export function Zones({ path, pointer, load = loadZones }: Props) {
  const chosen = textAt(useJson(path), pointer) || 'America/New_York';
  const zones = useQuery({ queryKey: ['zones'], staleTime: Number.POSITIVE_INFINITY, queryFn: load });
  if (zones.isPending) return <Loading />;
  if (zones.isError) return <Problem text={t('errors.timeZones')} retry={() => void zones.refetch()} />;
  const names = zones.data.includes(chosen) ? zones.data : [chosen, ...zones.data];
  return (
    <ChoiceValue
      path={path}
      pointer={pointer}
      label={t('settings.timeZone')}
      otherwise="America/New_York"
      choices={names.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
    />
  );
}
