import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import type { UsernameSection } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { UsernameField } from '../../sign-in/username-field.tsx';
import { useListing } from '../names.ts';
import { addressQuery, profileQuery } from '../queries.ts';
import styles from './sharing.module.css';

/** A new username, and what it means for those who know the old one. */
export function UsernameCard({ address }: { address: UsernameSection }) {
  const { t } = useLingui();
  const listing = useListing();
  const client = useQueryClient();
  const { username, former_usernames: former } = address;
  const submission = useSubmission(async ({ username: wanted = '' }) => {
    if (wanted === username) return;
    await api.user.editUsername({ username: wanted });
    await Promise.all([profileQuery, addressQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
    toast(t`Your page has a new address. The old one leads there.`);
  });
  return (
    <Card title={t`Username`} text={<Trans>The last part of your address.</Trans>}>
      <Form submission={submission}>
        <div className={styles.username}>
          <UsernameField key={username} current={username} error={submission.errors.username} />
          <ul className={styles.consequences}>
            <li>
              <Trans>Your old address keeps leading here. Links and printed QR codes work as before.</Trans>
            </li>
            <li>
              <Trans>Nobody else can take your old name.</Trans>
            </li>
            <li>
              <Trans>You have nothing else to do.</Trans>
            </li>
            {former.length > 0 && (
              <li>
                <Trans>
                  These names lead here too: <strong>{listing(former)}</strong>
                </Trans>
              </li>
            )}
          </ul>
        </div>
        <div className={styles.ways}>
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Change address</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
