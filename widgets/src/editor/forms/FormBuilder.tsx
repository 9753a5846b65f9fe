import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../client/shop.ts';
import { FIELDSETS, type FieldsetName, type FormSchema } from '../core/formSchema.ts';
import { textAt } from '../core/json.ts';
import { AnswersLink } from '../panel/AnswersLink.tsx';
import { Panel } from '../panel/Panel.tsx';
import { RemoveFile } from '../panel/RemoveFile.tsx';
import { useJson, useOpened } from '../state/context.ts';
import { go } from '../state/route.ts';
import { named, t } from '../text/words.ts';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { ChoiceValue, FlagValue, HtmlValue, LinkValue, TextValue } from '../values/values.tsx';
import { FieldList } from './FieldList.tsx';
import { FormPreview } from './FormPreview.tsx';
import { StorageList } from './StorageList.tsx';

/** A form, in the fieldsets of its schema and their fixed order (E-080…E-083). */
export function FormBuilder({ path, at }: { path: string; at: string }) {
  const opened = useOpened(path);
  const json = useJson(path);
  const schema = useQuery({
    queryKey: ['formSchema'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call<FormSchema>('GET', '/api/template/GetTemplateSchema', { query: { type: 'form' } }),
  });
  const bodies: Record<FieldsetName, ReactNode> = {
    build: schema.data ? (
      <>
        <TextValue path={path} pointer="/name" label={t('forms.name')} placeholder={t('forms.defaultName')} />
        <FieldList path={path} at={at} schema={schema.data} />
        <TextValue path={path} pointer="/buttonText" label={t('forms.button')} />
        <FormPreview form={json} />
      </>
    ) : null,
    storage: <StorageList path={path} />,
    advanced: (
      <>
        <HtmlValue path={path} pointer="/parsedSubmissionMessage" label={t('forms.message')} />
        <TextValue path={path} pointer="/submissionHTML" label={t('forms.html')} rows={4} />
        <LinkValue path={path} pointer="/successRedirect" label={t('forms.redirect')} />
        <FlagValue path={path} pointer="/newsletter" label={t('forms.newsletter')} />
        <RemoveFile path={path} />
      </>
    ),
    captcha: (
      <>
        <FlagValue path={path} pointer="/captchaEnabled" label={t('forms.captcha')} />
        <ChoiceValue
          path={path}
          pointer="/captchaTheme"
          label={t('forms.captchaTheme')}
          otherwise="light"
          choices={words(['light', 'dark'])}
        />
        <ChoiceValue
          path={path}
          pointer="/captchaAlignment"
          label={t('forms.captchaAlignment')}
          otherwise="left"
          choices={words(['left', 'center', 'right'])}
        />
      </>
    ),
    disclaimer: <HtmlValue path={path} pointer="/parsedDisclaimerMessage" label={t('forms.disclaimer')} />,
  };
  const loading = opened.is === 'loading' || schema.isPending;
  return (
    <Panel title={textAt(json, '/name') || t('forms.defaultName')} onBack={() => go('website/forms')}>
      <AnswersLink form={textAt(json, '/id')} />
      {loading ? <Loading /> : null}
      {opened.is === 'missing' ? <Problem text={t('errors.content')} /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {schema.isError ? <CannotLoad retry={() => void schema.refetch()} /> : null}
      {opened.is === 'ready' && schema.data
        ? FIELDSETS.map((name, index) => (
            <section key={name} className={ui.stack} aria-labelledby={`fieldset-${name}`}>
              <h3 id={`fieldset-${name}`} style={{ margin: 0, fontSize: '1rem' }}>
                {`${index + 1} ${t(`forms.fieldset.${name}`)}`}
              </h3>
              {bodies[name]}
            </section>
          ))
        : null}
    </Panel>
  );
}

const words = (values: readonly string[]) => values.map((value) => ({ value, label: named('choice', value) }));
