import { useLingui } from '@lingui/react/macro';
import { failureOf } from '../api/failure.ts';
import { Button } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';

interface FailureBannerProps {
  error: unknown;
  onRetry?: (() => void) | undefined;
}

export function FailureBanner({ error, onRetry }: FailureBannerProps) {
  const { t, i18n } = useLingui();
  const { title, advice, requestId } = failureOf(error, i18n);
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
