import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AccountSecurity } from '../../../../clients/typescript/index.ts';
import { Card } from '../../design/content/card.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Loaded } from '../loaded.tsx';
import { accountQuery } from '../queries.ts';
import { accountDestinations } from '../shell/destinations.ts';
import { Screen } from '../shell/screen.tsx';

/** Each part of the account with its state, so that one sees what is worth doing. */
export function OverviewScreen() {
  const { t, i18n } = useLingui();
  const account = useQuery(accountQuery);
  return (
    <Screen
      title={t`Account`}
      lead={<Trans>Your settings, how you sign in, and your data.</Trans>}
      back={{ href: '/more', title: t`More` }}
    >
      <Card>
        <Loaded query={account} skeleton={<Skeleton height={accountDestinations.length * 56} />}>
          {(data) => (
            <Rows label={t`Parts of your account`}>
              {accountDestinations.map(({ href, icon, title }) => (
                <Row key={href} href={href} icon={icon} title={i18n._(title)} {...stateOf(href, data)} />
              ))}
            </Rows>
          )}
        </Loaded>
      </Card>
    </Screen>
  );
}

function stateOf(href: string, account: AccountSecurity): { text?: ReactNode; aside?: ReactNode } {
  const { passkeys, sessions, keys } = account;
  switch (href) {
    case '/account/profile':
      return { text: <Trans>Name, picture and address</Trans> };
    case '/account/settings':
      return { text: <Trans>Time zone and notifications</Trans> };
    case '/account/activity':
      return { text: <Trans>What happened, when and from where</Trans> };
    case '/account/plan':
      return { text: <Trans>What you use, and what you bought</Trans> };
    case '/account/email':
      return {
        text: (
          <>
            <bdi>{account.email}</bdi>{' '}
            {!account.email_verified && (
              <Badge tone="warning">
                <Trans>Not confirmed</Trans>
              </Badge>
            )}
          </>
        ),
      };
    case '/account/password':
      return { text: account.has_password ? <Trans>Set</Trans> : <Trans>None</Trans> };
    case '/account/passkeys':
      return {
        text: passkeys === 0 ? <Trans>None yet</Trans> : plural(passkeys, { one: '# passkey', other: '# passkeys' }),
      };
    case '/account/two-factor':
      return {
        aside: account.two_factor ? (
          <Badge tone="success">
            <Trans>On</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Off</Trans>
          </Badge>
        ),
      };
    case '/account/sessions':
      return { text: plural(sessions, { one: '# device', other: '# devices' }) };
    case '/account/keys':
      return { text: keys === 0 ? <Trans>None yet</Trans> : plural(keys, { one: '# key', other: '# keys' }) };
    default:
      return { text: <Trans>Download or delete</Trans> };
  }
}
