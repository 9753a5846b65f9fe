import { useState } from 'react';
import { useStore } from '../../state/useStore.ts';
import { $language, chooseLanguage, LANGUAGES } from '../text/language.ts';
import { t } from '../text/words.ts';
import { Select } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';

const CHOICES = LANGUAGES.map(({ tag, name }) => ({ value: tag, label: name }));

/** The language of the editor itself, each by its own name; kept on this computer. */
export function EditorLanguage() {
  const { tag } = useStore($language);
  const [failed, setFailed] = useState<string | null>(null);
  const choose = (wanted: string) => {
    setFailed(null);
    void chooseLanguage(wanted).catch(() => setFailed(wanted));
  };
  return (
    <>
      <Select label={t('settings.editorLanguage')} value={tag} choices={CHOICES} onChange={choose} />
      {failed === null ? null : <Problem text={t('errors.network')} retry={() => choose(failed)} />}
    </>
  );
}
