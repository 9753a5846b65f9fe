import { BlockEditor } from '../blocks/BlockEditor.tsx';
import { RECORD } from '../core/item.ts';
import { isObject, textAt, at as valueAt } from '../core/json.ts';
import { ImageField } from '../files/ImageField.tsx';
import { LocationFields } from '../location/LocationFields.tsx';
import { ProductFields } from '../product/ProductFields.tsx';
import { useEdit, useJson } from '../state/context.ts';
import { TagField } from '../tags/TagField.tsx';
import { m } from '../text/manage.ts';
import { t } from '../text/words.ts';
import { TextField } from '../ui/fields.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { FlagValue, HtmlValue, LinkValue, MarkdownValue, TextValue, TimeValue } from '../values/values.tsx';
import { AccessFields } from './AccessFields.tsx';
import { AddressField } from './AddressField.tsx';
import { Sections } from './Sections.tsx';
import { SeoFields } from './SeoFields.tsx';
import { StatusField } from './StatusField.tsx';
import { useZone } from './useZone.ts';

type Props = { path: string; at: string; recordType: number };

/** An item: a post, a product, an event. */
export function ItemFields({ path, at, recordType }: Props) {
  const json = useJson(path);
  const zone = useZone();
  const built = isObject(json) && ('rows' in json || 'blocks' in json);
  // The page shows the text, then the blocks: each can be written, whichever came first.
  const hasText = !built || (isObject(json) && 'body' in json);
  const takesBlocks = built || path.endsWith('.json');
  const isMarkdown = valueAt(json, '/bodyFormat') === 'markdown';
  const isProduct = recordType === RECORD.product || isObject(valueAt(json, '/structuredContent'));
  const tabs = [
    {
      id: 'content',
      label: t('item.content'),
      body: (
        <>
          <TitleField path={path} isProduct={isProduct} />
          {recordType === RECORD.event ? <EventFields path={path} zone={zone} /> : null}
          <ImageField label={t('field.mainImage')} path={path} pointer="/mainImage" />
          <HtmlValue path={path} pointer="/excerpt" label={t('field.excerpt')} />
          {hasText && isMarkdown ? <MarkdownValue path={path} pointer="/body" label={t('field.body')} /> : null}
          {hasText && !isMarkdown ? <HtmlValue path={path} pointer="/body" label={t('field.body')} /> : null}
          {takesBlocks ? <BlockEditor path={path} at={at} /> : null}
          {isObject(json) && 'sections' in json ? <Sections path={path} at={at} /> : null}
        </>
      ),
    },
    ...(isProduct ? [{ id: 'product', label: t('item.product'), body: <ProductFields path={path} /> }] : []),
    {
      id: 'settings',
      label: t('item.settings'),
      body: (
        <>
          <StatusField path={path} zone={zone} />
          <AddressField key={textAt(json, '/urlId')} path={path} />
          <TagField type="category" path={path} />
          <TagField type="tag" path={path} />
          <TextValue path={path} pointer="/author/displayName" label={t('field.author')} />
          <FlagValue path={path} pointer="/starred" label={t('field.starred')} />
          <LinkValue path={path} pointer="/sourceUrl" label={t('field.sourceUrl')} />
          <AccessFields path={path} />
        </>
      ),
    },
    { id: 'seo', label: m('seo.tab'), body: <SeoFields path={path} /> },
  ];
  return <Tabs label={t('item.parts')} tabs={tabs} selected={tabOf(at)} />;
}

/** The tab in which something of the page is edited. */
const tabOf = (at: string): string =>
  at.startsWith('/structuredContent')
    ? 'product'
    : at.startsWith('/seoData')
      ? 'seo'
      : /^\/(tags|categories|author|publishOn|urlId)/.test(at)
        ? 'settings'
        : 'content';

/** A product has its name twice: as the page's title and as the shop's. */
function TitleField({ path, isProduct }: { path: string; isProduct: boolean }) {
  const json = useJson(path);
  const edit = useEdit(path);
  if (!isProduct) return <TextValue path={path} pointer="/title" label={t('field.title')} />;
  const same = valueAt(json, '/name') === undefined || valueAt(json, '/name') === valueAt(json, '/title');
  return (
    <TextField
      pointer="/title"
      label={t('field.title')}
      value={textAt(json, '/title')}
      onChange={(title) =>
        void edit(
          t('field.title'),
          [
            { op: 'set', pointer: '/title', value: title },
            ...(same ? [{ op: 'set' as const, pointer: '/name', value: title }] : []),
          ],
          `${path}#/title`,
        )
      }
    />
  );
}

function EventFields({ path, zone }: { path: string; zone: string }) {
  return (
    <>
      <TimeValue path={path} pointer="/startDate" label={t('field.startDate')} zone={zone} help={zone} />
      <TimeValue path={path} pointer="/endDate" label={t('field.endDate')} zone={zone} help={zone} />
      <LocationFields path={path} pointer="/location" />
    </>
  );
}
