import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import {
  type ButtonProps,
  Button as Plain,
  type PressEvent,
  ToggleButton,
  type ToggleButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { Icon, type IconName } from './Icon.tsx';
import styles from './ui.module.css';

type Look = 'primary' | 'danger' | 'quiet';
/** What a press does. Where it answers a promise, the button takes no other press until that is settled. */
type Press = (event: PressEvent) => unknown;
type Common = Omit<ButtonProps, 'className' | 'children' | 'onPress'> & { onPress?: Press | undefined };
type Props = Common & { look?: Look; icon?: IconName; children: ReactNode };

/**
 * Does what a press asks for once: a second press before the first is answered is none. The button keeps the focus meanwhile. What
 * came of it is told by the panel: `isPending` of the library would announce the button's own name instead.
 */
function usePress(press: Press | undefined) {
  const [isPending, setPending] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Two presses may come before the first is drawn.
  const isBusy = useRef(false);
  useLayoutEffect(() => {
    if (isPending) button.current?.setAttribute('aria-disabled', 'true');
    else button.current?.removeAttribute('aria-disabled');
  }, [isPending]);
  const onPress = (event: PressEvent) => {
    if (isBusy.current) return;
    const answer = press?.(event);
    if (!(answer instanceof Promise)) return;
    isBusy.current = true;
    setPending(true);
    // A promise that is rejected is reported as it would be without this.
    void answer.finally(() => {
      isBusy.current = false;
      setPending(false);
    });
  };
  return press ? { ref: button, onPress } : { ref: button };
}

export function Button({ look, icon, children, onPress, ...rest }: Props) {
  return (
    <Plain {...rest} {...usePress(onPress)} className={[styles.button, look && styles[look]].filter(Boolean).join(' ')}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Plain>
  );
}

type IconProps = Common & { icon: IconName; label: string };

/** A button with a picture only; its name is read aloud and shown when it is pointed at or has the focus. */
export function IconButton({ icon, label, onPress, ...rest }: IconProps) {
  return (
    <TooltipTrigger delay={500}>
      <Plain {...rest} {...usePress(onPress)} aria-label={label} className={styles.icon as string}>
        <Icon name={icon} />
      </Plain>
      <Hint>{label}</Hint>
    </TooltipTrigger>
  );
}

type ToggleProps = Omit<ToggleButtonProps, 'className' | 'children'> & {
  icon?: IconName;
  label: string;
  children?: ReactNode;
};

export function IconToggle({ icon, label, children, ...rest }: ToggleProps) {
  return (
    <TooltipTrigger delay={500}>
      <ToggleButton {...rest} aria-label={label} className={styles.icon as string}>
        {icon ? <Icon name={icon} /> : children}
      </ToggleButton>
      <Hint>{label}</Hint>
    </TooltipTrigger>
  );
}

const Hint = ({ children }: { children: ReactNode }) => (
  <Tooltip
    className={`loggia-editor-layer ${styles.popover ?? ''}`}
    offset={6}
    style={{ minInlineSize: 0, padding: '0.2rem 0.6rem' }}
  >
    {children}
  </Tooltip>
);
