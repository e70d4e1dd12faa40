// The connection broke after a key or a shared link was created. It exists, but its secret is shown only once.
import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '../../design/feedback/banner.tsx';

export function LostSecret() {
  const { t } = useLingui();
  return (
    <Banner tone="warning" title={t`The connection broke before you could see it.`}>
      <Trans>It was created, but it can’t be shown again. Delete it and create another one.</Trans>
    </Banner>
  );
}
