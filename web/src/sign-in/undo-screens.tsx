// “This wasn’t me”: takes a change back and leads to a new password. Waits for a press, because programs that look through
// mail open its links.
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useLocation, useSearch } from 'wouter';
import { setSignedIn } from '../api/auth-state.ts';
import { publicApi } from '../api/client.ts';
import { Button } from '../design/actions/button.tsx';
import { Banner } from '../design/feedback/banner.tsx';
import { toast } from '../design/feedback/toasts.tsx';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { Form, useSubmission } from '../frame/submission.tsx';

/** For a changed e-mail address. */
export function EmailUndoScreen() {
  const { t } = useLingui();
  return (
    <UndoForm title={t`Keep your old address?`} action={t`Keep my old address`} undo={publicApi.auth.undoEmailChange} />
  );
}

export function UndoScreen() {
  const { t } = useLingui();
  return <UndoForm title={t`This wasn’t you?`} action={t`Undo the change`} undo={publicApi.auth.undoChange} />;
}

interface UndoFormProps {
  title: string;
  action: string;
  undo: (fields: { token: string }) => Promise<{ reset_token: string }>;
}

function UndoForm({ title, action, undo }: UndoFormProps) {
  const { t } = useLingui();
  const [, navigate] = useLocation();
  const token = new URLSearchParams(useSearch()).get('token') ?? '';
  const submission = useSubmission(async () => {
    const { reset_token: resetToken } = await undo({ token });
    setSignedIn(false);
    toast(t`Undone. Now choose a new password.`);
    navigate(`/reset?token=${encodeURIComponent(resetToken)}`, { replace: true });
  });
  const deadLink = submission.errors.token;
  return (
    // That it came to nothing is a screen of its own, announced as such.
    <AuthFrame
      key={deadLink ? 'dead' : 'form'}
      title={title}
      lead={
        !deadLink && (
          <Trans>
            This undoes the change, removes keys and passkeys that were added since, and signs you out on every device.
            Then you choose a new password.
          </Trans>
        )
      }
    >
      {deadLink ? (
        <Banner tone="warning" title={t`This link was used already, or is too old.`}>
          <Link href="/recover">
            <Trans>Choose a new password</Trans>
          </Link>
        </Banner>
      ) : (
        <Form submission={submission}>
          <Button type="submit" variant="primary" wide busy={submission.busy}>
            {action}
          </Button>
        </Form>
      )}
    </AuthFrame>
  );
}
