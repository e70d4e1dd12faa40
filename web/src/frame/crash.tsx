import { Trans } from '@lingui/react/macro';
import { Component, type ReactNode } from 'react';
import { FingerpostError } from '../../../clients/typescript/index.ts';
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

  /** After an update of the service, files that an open page asks for may be gone. */
  private retry(): void {
    if (this.state.error instanceof FingerpostError) this.setState({ error: undefined });
    else location.reload();
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <main className={styles.crash}>
        <Mark size={40} />
        <h1>
          <Trans>This did not load</Trans>
        </h1>
        <FailureBanner error={this.state.error} onRetry={() => this.retry()} />
      </main>
    );
  }
}
