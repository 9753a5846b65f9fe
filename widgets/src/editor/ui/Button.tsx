import type { ReactNode } from 'react';
import {
  type ButtonProps,
  Button as Plain,
  ToggleButton,
  type ToggleButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import { Icon, type IconName } from './Icon.tsx';
import styles from './ui.module.css';

type Look = 'primary' | 'danger' | 'quiet';
type Props = Omit<ButtonProps, 'className' | 'children'> & { look?: Look; icon?: IconName; children: ReactNode };

export function Button({ look, icon, children, ...rest }: Props) {
  return (
    <Plain {...rest} className={[styles.button, look && styles[look]].filter(Boolean).join(' ')}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Plain>
  );
}

type IconProps = Omit<ButtonProps, 'className' | 'children'> & { icon: IconName; label: string };

/** A button with a picture only; its name is read aloud and shown when it is pointed at or has the focus. */
export function IconButton({ icon, label, ...rest }: IconProps) {
  return (
    <TooltipTrigger delay={500}>
      <Plain {...rest} aria-label={label} className={styles.icon as string}>
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
