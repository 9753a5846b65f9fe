import { useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import ui from '../ui/ui.module.css';
import { useUnread } from './unread.ts';

/** The way from a form to what it brought, with how much of that nobody has read. */
export function AnswersLink({ form }: { form: string }) {
  const { tools } = useSite().role;
  const counts = useUnread();
  if (!form || !tools.includes('forms')) return null;
  const found = counts.data?.byAbout.find(({ kind, about }) => kind === 'form' && about === form);
  return (
    <div className={ui.actions}>
      <Button look="quiet" onPress={() => go('inbox', { kind: 'form', about: form })}>
        {found ? t('forms.newAnswers', { n: found.unread }) : t('forms.answers')}
      </Button>
    </div>
  );
}
