import { at, textAt } from '../core/json.ts';
import { STATUSES, type Status, statusOf, transitions } from '../core/status.ts';
import { momentOf } from '../core/zonedTime.ts';
import { useEdit, useJson, useSite } from '../state/context.ts';
import { t } from '../text/words.ts';
import { Select } from '../ui/fields.tsx';
import { TimeValue } from '../values/values.tsx';

/** Where the item stands, where its owner may take it, and when it is published (E-009…E-013). */
export function StatusField({ path, zone }: { path: string; zone: string }) {
  const { role } = useSite();
  const json = useJson(path);
  const edit = useEdit(path);
  const status = statusOf(textAt(json, '/status') || undefined);
  const allowed = transitions(status, role.mayPublish);
  const set = (next: Status) => {
    const planned = momentOf(at(json, '/publishOn')) ?? 0;
    // Scheduled without a date to come would be published at once: tomorrow is the first guess.
    const later = next === 'Scheduled' && planned <= Date.now();
    void edit(t('status.change'), [
      { op: 'set', pointer: '/status', value: next },
      ...(later ? [{ op: 'set' as const, pointer: '/publishOn', value: Date.now() + 86_400_000 }] : []),
    ]);
  };
  return (
    <>
      <Select<Status>
        label={t('status.title')}
        value={status}
        choices={STATUSES.filter((name) => name === status || allowed.includes(name)).map((name) => ({
          value: name,
          label: t(`status.${name}`),
        }))}
        onChange={(next) => {
          if (next !== status) set(next);
        }}
        help={role.mayPublish ? undefined : t('status.review')}
      />
      <TimeValue path={path} pointer="/publishOn" label={t('field.publishOn')} zone={zone} help={zone} />
    </>
  );
}
