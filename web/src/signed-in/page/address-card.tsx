import { Trans } from '@lingui/react/macro';
import { Button } from '../../design/actions/button.tsx';

/** Only where the system has a way to share. */
export function ShareButton({ url }: { url: string }) {
  if (!navigator.share) return null;
  const share = () => navigator.share({ url }).catch(() => undefined);
  return (
    <Button size="small" icon="share" onClick={share}>
      <Trans>Share</Trans>
    </Button>
  );
}
