// "Do not count me": which browsers of the owner are not counted.
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Switch } from '../../design/fields/choice.tsx';
import { Dialog } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { Loaded } from '../loaded.tsx';

const exclusionQuery = queryOptions({
  queryKey: ['exclusion'],
  queryFn: ({ signal }) => api.analytics.getExclusion({ signal }),
});

export function OwnVisitsButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon="eye-off" onClick={() => setOpen(true)}>
        <Trans>Do not count me</Trans>
      </Button>
      {isOpen && <OwnVisitsDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function OwnVisitsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const exclusion = useQuery(exclusionQuery);
  const edit = useMutation({
    mutationFn: (fields: { dashboard?: boolean }) => api.analytics.editExclusion(fields),
    onSuccess: (saved) => client.setQueryData(exclusionQuery.queryKey, saved),
  });
  return (
    <Dialog title={t`Your own visits`} onClose={onClose}>
      <Loaded query={exclusion} skeleton={<Skeleton height={160} />}>
        {({ link, dashboard }) => (
          <>
            <Switch
              label={t`Do not count browsers that are signed in here`}
              checked={dashboard}
              onChange={(event) => edit.mutate({ dashboard: event.target.checked })}
            />
            <p>
              <Trans>
                Other devices: open your personal link there once. It shows a button that switches counting off for that
                browser.
              </Trans>
            </p>
            {link ? (
              <CopyField label={t`Your personal link`} value={link} />
            ) : (
              <div>
                <Button size="small" busy={edit.isPending} onClick={() => edit.mutate({})}>
                  <Trans>Make the link</Trans>
                </Button>
              </div>
            )}
            {edit.isError && <FailureBanner error={edit.error} />}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
