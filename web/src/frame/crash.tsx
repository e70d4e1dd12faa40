import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { Mark } from '../brand/wordmark.tsx';
import styles from './crash.module.css';
import { FailureBanner } from './failure-banner.tsx';

interface CrashState {
  error?: unknown;
}

/** Instead of an empty window: what happened, and a way on. */
export class Crash extends Component<{ children: ReactNode }, CrashState> {
  override state: CrashState = {};

  static getDerivedStateFromError(error: unknown): CrashState {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main className={styles.crash}>
        <Mark size={40} />
        <h1>
          <Trans>This did not load</Trans>
        </h1>
        <FailureBanner error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
      </main>
    );
  }
}
