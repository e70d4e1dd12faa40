import { useLingui } from '@lingui/react/macro';
import { failureOf } from '../api/failure.ts';
import type { WantedFile } from '../api/wrong-file.ts';
import { Button } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';

interface FailureBannerProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
  /** What an upload had to be. */
  wanted?: WantedFile;
}

export function FailureBanner({ error, onRetry, wanted }: FailureBannerProps) {
  const { t, i18n } = useLingui();
  const { title, advice, requestId } = failureOf(error, i18n, wanted);
  return (
    <Banner
      tone="danger"
      title={title}
      requestId={requestId}
      actions={
        onRetry && (
          <Button size="small" icon="refresh" onClick={onRetry}>
            {t`Try again`}
          </Button>
        )
      }
    >
      {advice}
    </Banner>
  );
}
