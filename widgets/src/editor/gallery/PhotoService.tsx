import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../client/ask.ts';
import { getPhotos } from '../client/editor.ts';
import type { JsonObject } from '../core/json.ts';
import { t } from '../text/words.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';

/** The newest photos of an account, by the address where its service gives them as JSON. */
export function PhotoService({ onAdd, onClose }: { onAdd: (media: JsonObject) => void; onClose: () => void }) {
  const [address, setAddress] = useState('');
  const [wanted, setWanted] = useState('');
  const photos = useQuery({
    queryKey: ['photos', wanted],
    enabled: wanted !== '',
    queryFn: () => getPhotos(wanted),
  });
  const show = () => setWanted(address.trim());
  return (
    <Dialog title={t('photos.title')} isOpen onClose={onClose} wide>
      <TextField
        label={t('photos.address')}
        type="url"
        value={address}
        onChange={setAddress}
        onEnter={show}
        autoFocus
      />
      <Button onPress={show}>{t('photos.show')}</Button>
      {photos.isLoading ? <Loading /> : null}
      {photos.isError ? <Problem text={failureText(photos.error, t)} retry={() => void photos.refetch()} /> : null}
      {photos.data?.photos.length === 0 ? <p>{t('photos.none')}</p> : null}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        {(photos.data?.photos ?? []).map(({ url, title }, index) => (
          <Button
            key={url}
            look="quiet"
            aria-label={t('photos.add', { name: title || t('gallery.picture', { n: index + 1 }) })}
            onPress={() => onAdd({ mediaType: 'imageLicensed', title, altText: title, assetUrl: url })}
          >
            <img src={url} alt="" width={120} height={90} loading="lazy" style={{ objectFit: 'cover' }} />
          </Button>
        ))}
      </div>
      <div className={ui.actions}>
        <Button onPress={onClose}>{t('common.done')}</Button>
      </div>
    </Dialog>
  );
}
