// The dashboard under another address than the one that the service knows. Links in messages and passkeys belong to that one.
// Without TLS, changes do too: browsers say where they come from, and the service accepts its own address only.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSettings } from '../api/auth-state.ts';
import { Mark } from '../brand/wordmark.tsx';
import { LinkButton } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { isolated } from '../isolation.ts';
import styles from './crash.module.css';
import { useScreenTitle } from './screen-title.ts';

/** Shows its children where they can work. */
export function AtOwnAddress({ children }: { children: ReactNode }) {
  const { dashboard_url: url } = useSettings();
  return url === location.origin || window.isSecureContext ? children : <WrongAddressScreen />;
}

function WrongAddressScreen() {
  const { t } = useLingui();
  const title = t`The dashboard has another address`;
  const heading = useScreenTitle(title);
  return (
    <main className={styles.crash}>
      <Mark size={40} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <WrongAddressBanner />
    </main>
  );
}

/** Nothing, if the address is the right one. */
export function WrongAddressBanner() {
  const { dashboard_url: url } = useSettings();
  if (url === location.origin) return null;
  const [here, there] = [isolated(location.origin), isolated(url)];
  return (
    <Banner
      tone="warning"
      actions={
        <LinkButton href={url + location.pathname + location.search} size="small">
          <Trans>Go to that address</Trans>
        </LinkButton>
      }
    >
      <Trans>
        You opened {here}, but this server expects its dashboard at {there}. The person who runs it can change that with{' '}
        <code>DASHBOARD_URL</code>.
      </Trans>
    </Banner>
  );
}
