import { Trans, useLingui } from '@lingui/react/macro';
import { Banner } from '../design/feedback/banner.tsx';

/** Said wherever somebody would wait for a message that never comes. */
export function MailIsInFiles() {
  const { t } = useLingui();
  return (
    <Banner tone="warning" title={t`This server sends no mail yet.`}>
      <Trans>
        Messages are saved as files in <code>mail</code> in its data folder. The person who runs it can read them there,
        or set up mail with <code>SMTP_URL</code>.
      </Trans>
    </Banner>
  );
}
