import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  Header,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Button as Plain,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components';
import { getFonts } from '../client/fonts.ts';
import { type Font, familyOf, grouped } from '../core/fonts.ts';
import { t } from '../text/words.ts';
import { Icon } from '../ui/Icon.tsx';
import { Loading, Problem } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import styles from './style.module.css';

type Props = { label: string; value: string; onChange: (stack: string) => void };

/** The fonts by their category, each written in itself (E-034…E-037). */
export function FontField({ label, value, onChange }: Props) {
  const fonts = useQuery({
    queryKey: ['fonts'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: getFonts,
  });
  if (fonts.isPending) return <Loading />;
  if (fonts.isError) return <Problem text={t('errors.fonts')} retry={() => void fonts.refetch()} />;
  const known = fonts.data.find((font) => font.stack === value || font.name === value);
  return (
    <>
      <Select
        className={ui.field ?? ''}
        selectedKey={known?.name ?? null}
        placeholder={familyOf(value) || t('style.chooseFont')}
        onSelectionChange={(key) => {
          const font = fonts.data.find(({ name }) => name === key);
          if (font) onChange(font.stack);
        }}
      >
        <Label className={ui.label ?? ''}>{label}</Label>
        <Plain className={ui.select ?? ''}>
          <SelectValue />
          <Icon name="down" />
        </Plain>
        <Popover className={`loggia-editor-layer ${ui.popover ?? ''}`}>
          <ListBox className={ui.list ?? ''}>
            {grouped(fonts.data).map(({ category, fonts: inCategory }) => (
              <ListBoxSection key={category} id={`category-${category}`}>
                <Header className={ui.heading ?? ''}>{category}</Header>
                {inCategory.map((font) => (
                  <ListBoxItem key={font.name} id={font.name} textValue={font.name} className={ui.option ?? ''}>
                    <span className={styles.font} style={{ fontFamily: font.stack }}>
                      {font.name}
                    </span>
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Popover>
      </Select>
      {known ? <FontPreview key={known.name} font={known} /> : null}
    </>
  );
}

/** A line in the font. One that has a file is read first; without the file it says so (E-036). */
export function FontPreview({ font }: { font: Font }) {
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!font.url || typeof FontFace === 'undefined') return;
    let current = true;
    const face = new FontFace(font.name, `url("${font.url}")`);
    face.load().then(
      (loaded) => document.fonts.add(loaded),
      () => {
        if (current) setFailed(true);
      },
    );
    return () => {
      current = false;
    };
  }, [font]);
  if (failed) return <p className={ui.error}>{t('errors.fontPreview', { fontName: font.name })}</p>;
  return (
    <p className={styles.font} style={{ margin: 0, fontFamily: font.stack }}>
      {t('style.sample')}
    </p>
  );
}
