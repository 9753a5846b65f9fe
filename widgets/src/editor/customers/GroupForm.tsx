import { useState } from 'react';
import styles from '../books/books.module.css';
import { countries } from '../core/countries.ts';
import { MoneyField } from '../product/MoneyField.tsx';
import { useGoods } from '../product/useGoods.ts';
import { useJson } from '../state/context.ts';
import { currencyIn } from '../state/currencyOf.ts';
import { editorLocale } from '../text/text.ts';
import { Button } from '../ui/Button.tsx';
import { Chosen } from '../ui/Chosen.tsx';
import { emptied, NumberField, Select, Switch, TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { dayOf, type Group, keyOf, momentOf, type Rule, type Wanted } from './group.ts';
import { k } from './text.ts';

type Props = {
  /** The group that is changed; none for a new one. */
  group?: Group;
  taken: readonly string[];
  /** `then` is called as soon as it is kept, before the lists are fresh. */
  onKeep: (key: string, group: Wanted, then: () => void) => Promise<boolean>;
};

/** A group, new or changed. Whether it is filled by hand or by a rule stays as it was made. */
export function GroupForm({ group, taken, onKeep }: Props) {
  const [name, setName] = useState(group?.name ?? '');
  const [kind, setKind] = useState<'hand' | 'rule'>(group?.rule ? 'rule' : 'hand');
  const [rule, setRule] = useState<Rule>(group?.rule ?? {});
  const [error, setError] = useState<{ name?: string; rule?: string }>({});
  const key = group?.key ?? keyOf(name);
  const keep = async () => {
    if (!key || !name.trim()) return setError({ name: k('nameMissing') });
    if (taken.includes(key)) return setError({ name: k('keyTaken', { key }) });
    if (kind === 'rule' && Object.keys(rule).length === 0) return setError({ rule: k('ruleEmpty') });
    const { firstOrderFrom: from, firstOrderBefore: before } = rule;
    if (kind === 'rule' && typeof from === 'number' && typeof before === 'number' && before <= from)
      return setError({ rule: k('datesWrong') });
    setError({});
    await onKeep(key, { name: name.trim(), ...(kind === 'rule' ? { rule } : {}) }, () => {
      if (group) return;
      setName(emptied(name, ''));
      setRule(emptied(rule, {}));
    });
  };
  return (
    <section className={ui.stack} aria-label={group ? k('changeGroup', { name: group.name }) : k('newGroup')}>
      {group ? null : <h3 className={styles.title}>{k('newGroup')}</h3>}
      <TextField
        label={k('name')}
        value={name}
        onChange={setName}
        maxLength={100}
        error={error.name}
        help={key ? k('keyIs', { key }) : undefined}
      />
      {group ? null : (
        <Select
          label={k('kind')}
          value={kind}
          onChange={setKind}
          choices={[
            { value: 'hand', label: k('byHand') },
            { value: 'rule', label: k('aRule') },
          ]}
        />
      )}
      {kind === 'rule' ? <RuleFields rule={rule} onChange={setRule} /> : null}
      {error.rule ? <Problem text={error.rule} /> : null}
      <div className={ui.actions}>
        <Button look="primary" onPress={() => keep()}>
          {k(group ? 'save' : 'make')}
        </Button>
      </div>
    </section>
  );
}

function RuleFields({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const currency = currencyIn(useJson('site.json'));
  const goods = useGoods();
  // What is not asked stands nowhere in the rule.
  const set = (member: keyof Rule, value: unknown) => {
    const { [member]: _, ...rest } = rule;
    const isAsked = Array.isArray(value) ? value.length > 0 : Boolean(value);
    onChange(isAsked ? { ...rest, [member]: value } : rest);
  };
  return (
    <>
      <p className={ui.help}>{k('ruleHelp')}</p>
      <MoneyField
        label={k('spent')}
        cents={rule.spent?.cents ?? 0}
        currency={rule.spent?.currency ?? currency}
        onChange={(cents) => set('spent', cents > 0 ? { cents, currency: rule.spent?.currency ?? currency } : null)}
      />
      <NumberField
        label={k('orders')}
        help={k('noLimit')}
        value={rule.ordersAtLeast ?? 0}
        least={0}
        most={100_000}
        onChange={(orders) => set('ordersAtLeast', orders)}
      />
      <Chosen
        label={k('bought')}
        none={k('notAsked')}
        choices={goods.products}
        ids={rule.bought ?? []}
        onChange={(ids) => set('bought', ids)}
      />
      <Chosen
        label={k('countries')}
        none={k('notAsked')}
        choices={countries(editorLocale())}
        ids={rule.countries ?? []}
        onChange={(codes) => set('countries', codes)}
      />
      <TextField
        label={k('from')}
        type="date"
        value={dayOf(rule.firstOrderFrom)}
        onChange={(day) => set('firstOrderFrom', momentOf(day))}
      />
      <TextField
        label={k('before')}
        type="date"
        value={dayOf(rule.firstOrderBefore)}
        onChange={(day) => set('firstOrderBefore', momentOf(day))}
      />
      <Switch
        label={k('letters')}
        isOn={rule.acceptsLetters ?? false}
        onChange={(isOn) => set('acceptsLetters', isOn)}
      />
    </>
  );
}
