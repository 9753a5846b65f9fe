import { useQuery } from '@tanstack/react-query';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { ImageField } from '../files/ImageField.tsx';
import { Panel } from '../panel/Panel.tsx';
import { useOpened } from '../state/context.ts';
import { t } from '../text/words.ts';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { ChoiceValue, TextValue } from '../values/values.tsx';
import { Announcements } from './Announcements.tsx';
import { EditorLanguage } from './EditorLanguage.tsx';
import { HeaderFooter } from './HeaderFooter.tsx';
import { ThisDevice } from './ThisDevice.tsx';
import { a } from './text.ts';
import { Zones } from './Zones.tsx';

const SITE = 'site.json';

/** What is true of the whole site. */
export function SettingsPanel() {
  const opened = useOpened(SITE);
  return (
    <Panel title={t('tool.settings')}>
      {opened.is === 'loading' ? <Loading /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {opened.is === 'ready' ? (
        <Tabs
          label={t('tool.settings')}
          tabs={[
            { id: 'site', label: t('settings.site'), body: <SiteSettings /> },
            { id: 'headerFooter', label: t('settings.headerFooter'), body: <HeaderFooter /> },
            { id: 'announcements', label: a('title'), body: <Announcements /> },
            { id: 'languages', label: t('settings.languages'), body: <AllLanguages /> },
            { id: 'device', label: a('app'), body: <ThisDevice /> },
          ]}
        />
      ) : null}
    </Panel>
  );
}

function SiteSettings() {
  return (
    <>
      <TextValue path={SITE} pointer="/website/siteTitle" label={t('settings.title')} />
      <TextValue path={SITE} pointer="/website/siteTagLine" label={t('settings.tagLine')} />
      <TextValue path={SITE} pointer="/website/siteDescription" label={t('settings.description')} rows={3} />
      <ImageField path={SITE} pointer="/website/logoImage" label={t('settings.logo')} />
      <ImageField path={SITE} pointer="/website/socialLogoImage" label={t('settings.socialImage')} />
      <Zones path={SITE} pointer="/website/timeZone" />
      <ChoiceValue
        path={SITE}
        pointer="/website/language"
        label={t('settings.language')}
        otherwise="en-US"
        choices={['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'pt-BR', 'nl-NL', 'ja-JP'].map((value) => ({
          value,
          label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
        }))}
      />
    </>
  );
}

function AllLanguages() {
  return (
    <>
      <EditorLanguage />
      <Languages />
    </>
  );
}

/** In which languages the site speaks, as its API says it (E-135). */
export function Languages() {
  const status = useQuery({
    queryKey: ['multilingual'],
    queryFn: () => call<components['schemas']['MultilingualStatus']>('GET', '/api/multilingual/status'),
  });
  if (status.isPending) return <Loading />;
  if (status.isError) return <Problem text={t('errors.panel')} retry={() => void status.refetch()} />;
  const name = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return (
    <>
      <p>{t(status.data.enabled ? 'settings.multilingual' : 'settings.oneLanguage')}</p>
      <ul aria-label={t('settings.languages')}>
        {status.data.languages.map((tag) => (
          <li
            key={tag}
          >{`${name(tag)} (${tag})${tag === status.data.defaultLanguage ? ` · ${t('settings.default')}` : ''}`}</li>
        ))}
      </ul>
    </>
  );
}
