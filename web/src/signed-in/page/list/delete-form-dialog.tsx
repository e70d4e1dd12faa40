// Deleting a form takes its entries along: it says how many, and offers them as a file before.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../api/client.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Dialog, DialogActions } from '../../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../../frame/failure-banner.tsx';
import { downloadEntries } from '../../entries/entries.ts';

interface DeleteFormDialogProps {
  blockId: number;
  onClose: () => void;
  onDelete: () => void;
}

export function DeleteFormDialog({ blockId, onClose, onDelete }: DeleteFormDialogProps) {
  const { t } = useLingui();
  const entries = useQuery({
    queryKey: ['entry-count', blockId],
    queryFn: ({ signal }) => api.blocks.listEntries(blockId, { results_per_page: 10 }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const download = useMutation({ mutationFn: () => downloadEntries(blockId, `entries-${blockId}`) });
  const count = entries.data?.meta.total;
  const isEmpty = count === 0;
  useEffect(() => {
    if (!isEmpty) return;
    onClose();
    onDelete();
  }, [isEmpty, onClose, onDelete]);
  if (entries.isError) {
    return (
      <Dialog title={t`Delete this form?`} onClose={onClose}>
        <FailureBanner error={entries.error} onRetry={() => entries.refetch()} />
      </Dialog>
    );
  }
  if (!count) return null;
  return (
    <Dialog title={t`Delete this form?`} onClose={onClose}>
      <p>
        {plural(count, {
          one: '# entry goes with it. Undo brings it back for 30 days.',
          other: '# entries go with it. Undo brings them back for 30 days.',
        })}
      </p>
      {download.isError && <FailureBanner error={download.error} />}
      <DialogActions>
        <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
          <Trans>Download CSV</Trans>
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onDelete();
          }}
        >
          <Trans>Delete</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
