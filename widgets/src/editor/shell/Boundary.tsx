import { Component, type ReactNode } from 'react';
import { Panel } from '../panel/Panel.tsx';
import { t } from '../text/text.ts';
import { CannotLoad } from '../ui/states.tsx';

type Props = {
  /** Beside other things, where a panel has no place. */
  small?: boolean;
  children: ReactNode;
};

/** A part that fails takes nothing else with it: what is not saved is saved, and the part can be opened again (E-017). */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const problem = <CannotLoad retry={() => this.setState({ failed: false })} />;
    return this.props.small ? problem : <Panel title={t('errors.unknown')}>{problem}</Panel>;
  }
}

/** A dialog whose code is loaded when it is opened; where it cannot be loaded, it says so, and nothing else fails. */
export const Loaded = ({ children }: { children: ReactNode }) => <Boundary small>{children}</Boundary>;
