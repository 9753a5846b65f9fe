import { useEffect, useLayoutEffect, useMemo } from 'react';
import { useStore } from '../../state/useStore.ts';
import type { TweakValue } from '../core/emitter.ts';
import {
  classesOf,
  classOf,
  ownValue,
  propertyValue,
  resetTweak,
  setTweak,
  type Tweak,
  tweakValue,
} from '../core/tweak.ts';
import { tellFrame } from '../panel/frameLink.ts';
import { Panel } from '../panel/Panel.tsx';
import { useEdit, useJson, useOpened, useSession, useSite } from '../state/context.ts';
import { go } from '../state/route.ts';
import { t } from '../text/words.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { CannotLoad, Loading } from '../ui/states.tsx';
import ui from '../ui/ui.module.css';
import { TweakField } from './TweakField.tsx';

const SITE = 'site.json';

/** How the site looks: what its template lets the owner set, seen in the frame at once (E-105…E-114). */
export function StylePanel() {
  const session = useSession();
  const { template } = useSite();
  const opened = useOpened(SITE);
  const site = useJson(SITE);
  const edit = useEdit(SITE);
  const built = useStore(session.$built);
  const groups = useMemo(() => grouped(template.tweaks), [template.tweaks]);

  const { tweaks } = session;
  // Before it is seen, and after.
  useLayoutEffect(() => tweaks.emit('before-open', undefined), [tweaks]);
  useEffect(() => {
    tweaks.emit('after-show', undefined);
    return () => {
      tweaks.emit('close', undefined);
      // Emitted once the panel is gone.
      queueMicrotask(() => tweaks.emit('after-close', undefined));
    };
  }, [tweaks]);

  /** What is set shows in the page before it is saved, and after every reload of the frame. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page built anew is dressed anew
  useEffect(() => {
    const dress = () => {
      for (const tweak of template.tweaks) showTweak(tweak, tweakValue(site, tweak));
    };
    dress();
    return session.frame.on('load', dress);
  }, [session, site, template.tweaks, built]);

  const change = (tweak: Tweak) => (value: TweakValue) => {
    edit(t('style.change', { name: tweak.label }), setTweak(site, tweak, value), `${SITE}#/tweaks/${tweak.name}`);
    tweaks.emit('change', { name: tweak.name, value });
  };
  const save = () => void session.save().then(() => tweaks.emit('save', undefined));
  const reset = () => {
    edit(
      t('style.reset'),
      template.tweaks.flatMap((tweak) => resetTweak(site, tweak)),
    );
    tweaks.emit('reset', undefined);
  };
  return (
    <Panel
      title={t('tool.design')}
      actions={<IconButton icon="close" label={t('style.close')} onPress={() => go('website/pages')} />}
    >
      {opened.is === 'loading' ? <Loading /> : null}
      {opened.is === 'failed' ? <CannotLoad retry={opened.retry} /> : null}
      {opened.is === 'ready' && template.tweaks.length === 0 ? (
        <p>{t('style.none', { template: template.name })}</p>
      ) : null}
      {opened.is === 'ready'
        ? groups.map(({ title, tweaks: inGroup }) => (
            <section key={title} className={ui.stack} aria-label={title || undefined}>
              {title ? <h3 style={{ margin: 0, fontSize: '1rem' }}>{title}</h3> : null}
              {inGroup.map((tweak) => (
                <TweakField
                  key={tweak.name}
                  tweak={tweak}
                  value={tweakValue(site, tweak)}
                  onChange={change(tweak)}
                  onReset={
                    tweakValue(site, tweak) === ownValue(tweak)
                      ? undefined
                      : () => edit(t('style.reset'), resetTweak(site, tweak))
                  }
                />
              ))}
            </section>
          ))
        : null}
      {template.tweaks.length > 0 ? (
        <div className={ui.actions}>
          <Button onPress={reset}>{t('style.reset')}</Button>
          <Button look="primary" onPress={save}>
            {t('style.save')}
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}

/**
 * A tweak in the page of the frame, as the site's next build has it: a custom property of the style sheets, and for what
 * is chosen or switched a class of the page.
 */
export function showTweak(tweak: Tweak, value: TweakValue): void {
  tellFrame({
    type: 'tweak',
    name: tweak.name,
    value: value === ownValue(tweak) ? null : propertyValue(tweak, value),
    classes: classesOf(tweak),
    on: classOf(tweak, value) ?? null,
  });
}

function grouped(tweaks: readonly Tweak[]): { title: string; tweaks: Tweak[] }[] {
  const groups = new Map<string, Tweak[]>();
  for (const tweak of tweaks) groups.set(tweak.category ?? '', [...(groups.get(tweak.category ?? '') ?? []), tweak]);
  return [...groups].map(([title, inGroup]) => ({ title, tweaks: inGroup }));
}
