import { Component, type ReactNode } from 'react';
import { t } from '../text/text.ts';
import { CannotLoad } from '../ui/states.tsx';
import { Panel } from './Panel.tsx';

/** A part that fails takes nothing else with it: what is not saved is saved, and the part can be opened again (E-017). */
export class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Panel title={t('errors.unknown')}>
        <CannotLoad retry={() => this.setState({ failed: false })} />
      </Panel>
    );
  }
}
