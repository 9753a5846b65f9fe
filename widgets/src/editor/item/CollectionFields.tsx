import { BlockEditor } from '../blocks/BlockEditor.tsx';
import { isObject } from '../core/json.ts';
import { useJson, useSite } from '../state/context.ts';
import { t } from '../text/text.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { ChoiceValue, FlagValue, HtmlValue, NumberValue, SlugValue, TextValue } from '../values/values.tsx';
import { AccessFields } from './AccessFields.tsx';
import { OpenFields } from './OpenFields.tsx';

const ORDERINGS = ['chronological', 'user-orderable', 'calendar', 'alphabetical'] as const;

/** A page, or a list with the text above it. */
export function CollectionFields({ path, at }: { path: string; at: string }) {
  const json = useJson(path);
  const { template, collections } = useSite();
  const isList = collections.find((one) => one.path === path)?.isList ?? false;
  const hasMain = isObject(json) && 'mainContent' in json;
  const tabs = [
    {
      id: 'content',
      label: t('item.content'),
      body: (
        <>
          <TextValue path={path} pointer="/title" label={t('field.title')} />
          <TextValue path={path} pointer="/description" label={t('field.description')} rows={3} />
          <OpenFields path={path} />
          {hasMain ? <HtmlValue path={path} pointer="/mainContent" label={t('field.body')} /> : null}
          <BlockEditor path={path} at={at} />
        </>
      ),
    },
    {
      id: 'settings',
      label: t('item.settings'),
      body: (
        <>
          <SlugValue path={path} pointer="/urlId" label={t('field.urlId')} help={t('field.urlIdHelp')} slashes />
          <ChoiceValue
            path={path}
            pointer="/layout"
            label={t('field.layout')}
            choices={template.layouts.map(({ key, name }) => ({ value: key, label: name }))}
            otherwise={template.layouts[0]?.key ?? ''}
          />
          {isList ? (
            <>
              <ChoiceValue
                path={path}
                pointer="/ordering"
                label={t('field.ordering')}
                choices={ORDERINGS.map((value) => ({ value, label: t(`ordering.${value}`) }))}
                otherwise="chronological"
              />
              <NumberValue
                path={path}
                pointer="/pageSize"
                label={t('field.pageSize')}
                least={1}
                most={200}
                otherwise={20}
              />
            </>
          ) : null}
          <FlagValue path={path} pointer="/enabled" label={t('field.enabled')} otherwise />
          <AccessFields path={path} />
        </>
      ),
    },
  ];
  return (
    <Tabs
      label={t('item.parts')}
      tabs={tabs}
      selected={/^\/(urlId|layout|pageSize)/.test(at) ? 'settings' : 'content'}
    />
  );
}
