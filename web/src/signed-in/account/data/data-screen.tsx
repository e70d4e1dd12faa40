import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Card } from '../../../design/content/card.tsx';
import { Skeleton } from '../../../design/feedback/waiting.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { Dialog, DialogActions } from '../../../design/overlays/dialog.tsx';
import { Form, useSubmission } from '../../../frame/submission.tsx';
import { useFreshSignIn } from '../../freshness.ts';
import { DownloadCard } from '../../import/download-card.tsx';
import { Loaded } from '../../loaded.tsx';
import { accountQuery, profileQuery } from '../../queries.ts';
import { useTimes } from '../../times.ts';
import styles from '../account.module.css';
import { AccountScreen } from '../account-screen.tsx';
import { ExportCard } from './export-card.tsx';

export function DataScreen() {
  const { t } = useLingui();
  const profile = useQuery(profileQuery);
  const account = useQuery(accountQuery).data;
  const times = useTimes();
  const [isDeleting, setDeleting] = useState(false);
  const freshly = useFreshSignIn();
  return (
    <AccountScreen title={t`Your data`} lead={<Trans>Download it, or delete your account.</Trans>}>
      <ExportCard />
      <DownloadCard />
      {account?.deletes_at ? (
        <PendingDeletion date={times.moment(account.deletes_at)} />
      ) : (
        <Card tone="danger" title={t`Delete your account`}>
          <ul className={styles.list}>
            <li>
              <Trans>Your page and its links stop working at once.</Trans>
            </li>
            <li>
              <Trans>
                After 14 days everything is erased: page, files, form entries, statistics and keys. Nobody can bring it
                back then.
              </Trans>
            </li>
            <li>
              <Trans>
                Until then you can change your mind: sign in here, or open the link in the mail that we send you.
              </Trans>
            </li>
            <li>
              <Trans>Download your data first, if you want to keep them.</Trans>
            </li>
          </ul>
          <Loaded query={profile} skeleton={<Skeleton height={40} width="180px" />}>
            {({ username }) => (
              <>
                <div className={styles.actions}>
                  <Button variant="dangerQuiet" icon="trash" onClick={() => freshly(() => setDeleting(true))}>
                    <Trans>Delete my account</Trans>
                  </Button>
                </div>
                {isDeleting && <DeleteDialog username={username} onClose={() => setDeleting(false)} />}
              </>
            )}
          </Loaded>
        </Card>
      )}
    </AccountScreen>
  );
}

/** The notice above every screen has the button that cancels it. */
function PendingDeletion({ date }: { date: string }) {
  const { t } = useLingui();
  return (
    <Card tone="danger" title={t`Your account will be erased`}>
      <p>
        <Trans>
          On {date} everything is erased. Until then, the button above keeps your account, and so does the link in the
          mail that we sent you.
        </Trans>
      </p>
    </Card>
  );
}

function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const submission = useSubmission(async ({ username: given = '' }) => {
    await api.account.delete({ username: given });
    await client.invalidateQueries();
    onClose();
  });
  return (
    <Dialog title={t`Delete your account?`} onClose={onClose}>
      <Form submission={submission} mayBeLost>
        <p>
          <Trans>
            Type your username <strong>{username}</strong> to confirm.
          </Trans>
        </p>
        <TextField
          label={t`Username`}
          name="username"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          error={submission.errors.username}
        />
        <DialogActions>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button type="submit" variant="danger" busy={submission.busy} disabled={typed.trim() !== username}>
            <Trans>Delete</Trans>
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
