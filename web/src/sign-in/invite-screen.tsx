import { Trans, useLingui } from '@lingui/react/macro';
import { use, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { Invitation } from '../../../clients/typescript/index.ts';
import { publicApi } from '../api/client.ts';
import { LinkButton } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { FailureBanner } from '../frame/failure-banner.tsx';
import { SignUpForm } from './sign-up-screen.tsx';

type Found = { invitation: Invitation } | { error: unknown };

const asked = new Map<string, Promise<Found>>();

/** Suspends; each token is asked for once. */
function useInvitation(token: string): Found {
  const [answer] = useState(() => {
    const known = asked.get(token) ?? publicApi.auth.getInvitation({ token }).then(toFound, toError);
    asked.set(token, known);
    return known;
  });
  return use(answer);
}

const toFound = (invitation: Invitation): Found => ({ invitation });
const toError = (error: unknown): Found => ({ error });

export function InviteScreen() {
  const { t } = useLingui();
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const found = useInvitation(token);
  const isValid = 'invitation' in found && found.invitation.valid;
  return (
    <AuthFrame
      title={isValid ? t`You are invited` : t`This invitation does not work`}
      lead={isValid && <Trans>Choose the address of your page.</Trans>}
      foot={
        <Trans>
          Already have a page? <Link href="/sign-in">Sign in</Link>
        </Trans>
      }
    >
      {'error' in found && <FailureBanner error={found.error} />}
      {isValid ? (
        <SignUpForm invitation={{ token, email: found.invitation.email }} />
      ) : (
        <>
          <Banner tone="warning" title={t`It has been used, or it has expired.`}>
            <Trans>Ask for a new one.</Trans>
          </Banner>
          <LinkButton href="/sign-in" wide>
            <Trans>Go to sign-in</Trans>
          </LinkButton>
        </>
      )}
    </AuthFrame>
  );
}
