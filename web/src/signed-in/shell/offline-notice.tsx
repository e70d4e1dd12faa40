import { Trans, useLingui } from '@lingui/react/macro';
import { useIsConnected } from '../../api/connection.ts';
import { Banner } from '../../design/feedback/banner.tsx';
import styles from './offline-notice.module.css';

/** On every screen while the service cannot be reached. */
export function OfflineNotice() {
  const { t } = useLingui();
  const isConnected = useIsConnected();
  return (
    <div role="status" className={styles.notice}>
      {!isConnected && (
        <Banner tone="warning" title={t`No connection to Fingerpost`}>
          <Trans>You see what was loaded before. Everything goes on as soon as there is a connection.</Trans>
        </Banner>
      )}
    </div>
  );
}
