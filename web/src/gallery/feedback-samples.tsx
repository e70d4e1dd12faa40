import { FingerpostError } from '../../../clients/typescript/index.ts';
import { Button } from '../design/actions/button.tsx';
import { Badge } from '../design/feedback/badge.tsx';
import { Banner, type Tone } from '../design/feedback/banner.tsx';
import { EmptyState } from '../design/feedback/empty-state.tsx';
import { Meter } from '../design/feedback/meter.tsx';
import { toast } from '../design/feedback/toasts.tsx';
import { ProgressBar, Skeleton, SkeletonLines } from '../design/feedback/waiting.tsx';
import { FailureBanner } from '../frame/failure-banner.tsx';
import styles from './gallery.module.css';
import { Part } from './part.tsx';

const tones: readonly Tone[] = ['info', 'success', 'warning', 'danger'];
const failure = new FingerpostError('internal', 'Something went wrong.', { status: 500, requestId: '01K9Z3QJ4T8W' });

export function FeedbackSamples() {
  return (
    <>
      <Part title="Banners">
        <div className={styles.samples}>
          {tones.map((tone) => (
            <Banner key={tone} tone={tone} title={`A banner: ${tone}`} actions={<Button size="small">Do it</Button>}>
              What happened, and what to do next.
            </Banner>
          ))}
          <FailureBanner error={failure} onRetry={() => undefined} />
        </div>
      </Part>
      <Part title="States">
        <div className={styles.line}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
          <Button onClick={() => toast('Saved')}>Toast</Button>
          <Button onClick={() => toast('Shop deleted', { label: 'Undo', onChoose: () => toast('Undone') })}>
            Toast with Undo
          </Button>
        </div>
        <ProgressBar label="Progress" value={2} max={5} />
        <Meter label="Storage" text="120 MB of 500 MB" value={120} max={500} />
        <Meter label="Files" text="960 of 1,000" value={960} max={1000} />
        <div className={styles.samples}>
          <EmptyState icon="key" title="No keys yet" actions={<Button variant="primary">Create a key</Button>}>
            A key lets a script read or change your page.
          </EmptyState>
          <div>
            <SkeletonLines />
          </div>
          <Skeleton height={48} width="48px" round />
        </div>
      </Part>
    </>
  );
}
