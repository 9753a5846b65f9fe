import { type ComponentPropsWithoutRef, type ReactNode, useState } from 'react';

type Props = Omit<ComponentPropsWithoutRef<'details'>, 'children' | 'onToggle'> & {
  summary: ReactNode;
  children: ReactNode;
};

/** What opens with a press. What it holds is drawn when it is opened first, and then stays. */
export function Details({ summary, children, open = false, ...rest }: Props) {
  const [wasOpen, setWasOpen] = useState(open);
  return (
    <details {...rest} open={open} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary>{summary}</summary>
      {wasOpen ? children : null}
    </details>
  );
}
