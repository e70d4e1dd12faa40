import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { accountQuery } from '../queries.ts';
import { useTimes } from '../times.ts';
import styles from './deletion-notice.module.css';

/** On every screen while the account is about to be erased. */
export function DeletionNotice() {
  const { t } = useLingui();
  const client = useQueryClient();
  const times = useTimes();
  const account = useQuery(accountQuery).data;
  const keep = useMutation({
    mutationFn: () => api.account.cancelDeletion(),
    onSuccess: async () => {
      await client.invalidateQueries();
      toast(t`Your account is kept. Your page is online again.`);
    },
  });
  if (!account?.deletes_at) return null;
  const date = times.moment(account.deletes_at);
  return (
    <div className={styles.notice}>
      <Banner
        tone="warning"
        title={t`Your account will be erased on ${date}.`}
        actions={
          <Button size="small" busy={keep.isPending} onClick={() => keep.mutate()}>
            <Trans>Keep my account</Trans>
          </Button>
        }
      >
        <Trans>Your page is offline.</Trans>
      </Banner>
      {keep.isError && <FailureBanner error={keep.error} />}
    </div>
  );
}
