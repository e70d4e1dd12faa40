// Says where the dashboard is. Loaded only where it was opened at another address.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSettings } from '../api/auth-state.ts';
import { Mark } from '../brand/wordmark.tsx';
import { LinkButton } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { isolated } from '../isolation.ts';
import styles from './crash.module.css';
import { useScreenTitle } from './screen-title.ts';

/** Without TLS, instead of the screens: the service accepts changes from its own address only, and browsers name theirs. */
export function WrongAddress({ children }: { children: ReactNode }) {
  const { t } = useLingui();
  const url = isolated(useSettings().dashboard_url);
  const title = t`The dashboard is at ${url}`;
  if (!window.isSecureContext) return <WrongAddressScreen title={title} />;
  return (
    <>
      <WayThere title={title} />
      {children}
    </>
  );
}

function WrongAddressScreen({ title }: { title: string }) {
  const heading = useScreenTitle(title);
  return (
    <main className={styles.crash}>
      <Mark size={40} />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <WayThere />
    </main>
  );
}

function WayThere({ title }: { title?: string }) {
  const { dashboard_url: url } = useSettings();
  const action = (
    <LinkButton href={url + new URL('sign-in', document.baseURI).pathname} size="small">
      <Trans>Go to sign-in</Trans>
    </LinkButton>
  );
  return (
    <Banner tone="warning" title={title} actions={action}>
      <Trans>
        The person who runs this server can change that with <code>DASHBOARD_URL</code>.
      </Trans>
    </Banner>
  );
}
