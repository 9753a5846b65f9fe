import { BlockEditor } from '../blocks/BlockEditor.tsx';
import { isObject, textAt } from '../core/json.ts';
import { useJson, useSite } from '../state/context.ts';
import { m } from '../text/manage.ts';
import { t } from '../text/words.ts';
import { Tabs } from '../ui/Tabs.tsx';
import { ChoiceValue, FlagValue, HtmlValue, NumberValue, TextValue } from '../values/values.tsx';
import { AccessFields } from './AccessFields.tsx';
import { AddressField } from './AddressField.tsx';
import { OpenFields } from './OpenFields.tsx';
import { Sections } from './Sections.tsx';
import { SeoFields } from './SeoFields.tsx';

const ORDERINGS = ['chronological', 'user-orderable', 'calendar', 'alphabetical'] as const;

/** A page, or a list with the text above it. */
export function CollectionFields({ path, at }: { path: string; at: string }) {
  const json = useJson(path);
  const { template, collections } = useSite();
  const own = collections.find((one) => one.path === path);
  const isList = own?.isList ?? false;
  const isFront = own?.url === '/';
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
          <Sections path={path} at={at} />
        </>
      ),
    },
    {
      id: 'settings',
      label: t('item.settings'),
      body: (
        <>
          <AddressField key={textAt(json, '/urlId')} path={path} />
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
          {isFront ? null : <FlagValue path={path} pointer="/draft" label={m('page.draft')} />}
          <FlagValue path={path} pointer="/enabled" label={t('field.enabled')} otherwise />
          <AccessFields path={path} />
        </>
      ),
    },
    { id: 'seo', label: m('seo.tab'), body: <SeoFields path={path} /> },
  ];
  return (
    <Tabs
      label={t('item.parts')}
      tabs={tabs}
      selected={
        at.startsWith('/seoData') ? 'seo' : /^\/(urlId|layout|pageSize|draft)/.test(at) ? 'settings' : 'content'
      }
    />
  );
}
