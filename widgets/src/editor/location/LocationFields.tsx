import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import type { components } from '../../contract/schema.gen.ts';
import { call } from '../client/shop.ts';
import { useEdit } from '../state/context.ts';
import { t } from '../text/words.ts';
import { TextField } from '../ui/fields.tsx';
import { Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { NumberValue, TextValue } from '../values/values.tsx';

type Predictions = components['schemas']['Predictions'];
type Details = components['schemas']['PlaceDetails'];

const FIELDS = ['addressTitle', 'addressLine1', 'addressLine2', 'addressCountry'] as const;

/** Where something is: found by its name, or written by hand (E-134). */
export function LocationFields({ path, pointer }: { path: string; pointer: string }) {
  const edit = useEdit(path);
  const [typed, setTyped] = useState('');
  const [failed, setFailed] = useState(false);
  const input = useDeferredValue(typed.trim());
  const places = useQuery({
    queryKey: ['places', input],
    enabled: input.length >= 3,
    queryFn: () => call<Predictions>('GET', '/api/google-maps/places/autocomplete', { query: { input } }),
  });
  const choose = async (placeId: string) => {
    setFailed(false);
    try {
      const found = await call<Details>('GET', '/api/google-maps/places/details', {
        query: { placeId, productPage: 'editor', productSection: 'location' },
      });
      const keys = ['addressLine1', 'addressLine2', 'addressCountry', 'mapLat', 'mapLng'] as const;
      edit(
        t('location.title'),
        keys.flatMap((key) => {
          const value = found[key];
          return value === undefined || value === null
            ? []
            : [{ op: 'set' as const, pointer: `${pointer}/${key}`, value }];
        }),
      );
      setTyped('');
    } catch {
      setFailed(true);
    }
  };
  return (
    <fieldset className={ui.stack} style={{ margin: 0 }} data-pointer={pointer}>
      <legend className={ui.label}>{t('location.title')}</legend>
      <TextField label={t('location.search')} type="search" value={typed} onChange={setTyped} />
      {places.isError || failed ? <Problem text={t('errors.results')} retry={() => void places.refetch()} /> : null}
      {places.data && places.data.predictions.length > 0 && input.length >= 3 ? (
        <ListBox
          aria-label={t('location.found')}
          className={ui.list ?? ''}
          items={places.data.predictions.map((place) => ({ id: place.placeId, text: place.description }))}
          onAction={(key) => void choose(String(key))}
        >
          {({ id, text }) => (
            <ListBoxItem id={id} className={ui.option ?? ''}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      ) : null}
      {FIELDS.map((key) => (
        <TextValue key={key} path={path} pointer={`${pointer}/${key}`} label={t(`location.${key}`)} />
      ))}
      <div className={ui.row}>
        <NumberValue path={path} pointer={`${pointer}/mapLat`} label={t('location.mapLat')} least={-90} most={90} />
        <NumberValue path={path} pointer={`${pointer}/mapLng`} label={t('location.mapLng')} least={-180} most={180} />
      </div>
    </fieldset>
  );
}
