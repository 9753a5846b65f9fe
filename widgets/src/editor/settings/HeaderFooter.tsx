import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { CannotLoad, Loading, Problem } from '../ui/states.tsx';

type Parts = components['schemas']['HeaderFooter'];
const PATH = '/api/site-header-footer';

const asText = (part: Parts['header']): string =>
  typeof part === 'string' ? part : part && Object.keys(part).length > 0 ? JSON.stringify(part, null, 2) : '';
/** As the owner left it: an object that was written as one is sent as one. */
function asPart(text: string): unknown {
  if (!text.trim().startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What stands at the head and foot of every page (E-133). */
export function HeaderFooter() {
  const stored = useQuery({ queryKey: ['headerFooter'], queryFn: () => call<Parts>('GET', PATH) });
  if (stored.isPending) return <Loading />;
  if (stored.isError) return <CannotLoad retry={() => void stored.refetch()} />;
  return <Fields parts={stored.data} />;
}

function Fields({ parts }: { parts: Parts }) {
  const client = useQueryClient();
  const [header, setHeader] = useState(() => asText(parts.header));
  const [footer, setFooter] = useState(() => asText(parts.footer));
  const [result, setResult] = useState<'saved' | 'failed' | null>(null);
  const save = async () => {
    setResult(null);
    try {
      await call('PUT', PATH, { json: { header: asPart(header), footer: asPart(footer) } });
      await client.invalidateQueries({ queryKey: ['headerFooter'] });
      setResult('saved');
    } catch {
      setResult('failed');
    }
  };
  return (
    <>
      <TextField label={t('settings.header')} rows={5} value={header} onChange={setHeader} />
      <TextField label={t('settings.footer')} rows={5} value={footer} onChange={setFooter} />
      {result === 'failed' ? <Problem text={t('errors.unknown')} retry={() => void save()} /> : null}
      <Button look="primary" onPress={() => save()}>
        {t('settings.save')}
      </Button>
      <span role="status">{result === 'saved' ? t('saving.saved') : ''}</span>
    </>
  );
}
