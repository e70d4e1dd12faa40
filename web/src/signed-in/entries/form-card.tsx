import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block, FormEntry } from '../../../../clients/typescript/index.ts';
import { blockDefinitions } from '../../../../contract/blocks/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Pagination } from '../../design/content/pagination.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import styles from './entries.module.css';
import { downloadEntries, entriesQuery } from './entries.ts';
import { EntryList } from './entry-list.tsx';

export function FormCard({ form }: { form: Block }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [isClearing, setClearing] = useState(false);
  const entries = useQuery({ ...entriesQuery(form.id, page), placeholderData: keepPreviousData });
  const kind = i18n._(blockDefinitions[form.block].title);
  const name = form.name || kind;
  const total = entries.data?.meta.total ?? 0;
  const download = useMutation({ mutationFn: () => downloadEntries(form.id, fileName(name)) });
  const clear = useMutation({
    // What arrives while somebody looks at the list is kept.
    mutationFn: (newest: FormEntry) => api.blocks.deleteEntries(form.id, { last_id: newest.id }),
    onSuccess: async () => {
      setPage(1);
      await client.invalidateQueries({ queryKey: ['entries', form.id] });
      toast(t`All entries of ${name} are deleted.`);
    },
  });
  const newest = useQuery({ ...entriesQuery(form.id, 1), enabled: entries.isSuccess }).data?.records[0];
  return (
    <Card
      hasLikelyTwins
      title={name}
      text={total > 0 ? plural(total, { one: '# entry', other: '# entries' }) : form.name ? kind : undefined}
      aside={
        total > 0 && (
          <div className={styles.actions}>
            <Button size="small" icon="download" busy={download.isPending} onClick={() => download.mutate()}>
              <Trans>Download CSV</Trans>
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
            <Button size="small" icon="trash" busy={clear.isPending} onClick={() => setClearing(true)}>
              <Trans>Delete all</Trans>
              <VisuallyHidden> {name}</VisuallyHidden>
            </Button>
          </div>
        )
      }
    >
      {asksToConfirm(form) && (
        <p className={styles.note}>
          <Trans>
            Only confirmed addresses are listed. Those that wait for a confirmation are kept for seven days.
          </Trans>
        </p>
      )}
      {download.isError && <FailureBanner error={download.error} />}
      {clear.isError && <FailureBanner error={clear.error} />}
      <Loaded query={entries} skeleton={<Skeleton height={200} />}>
        {({ records, meta }) =>
          records.length === 0 ? (
            <EmptyState icon="mail" title={t`No entries yet`}>
              <Trans>When somebody fills in this form, you see it here.</Trans>
            </EmptyState>
          ) : (
            <>
              <EntryList form={form} name={name} entries={records} />
              <Pagination page={page} pages={meta.last_page} onTurn={setPage} />
            </>
          )
        }
      </Loaded>
      {isClearing && newest && (
        <ConfirmDialog
          title={t`Delete all entries of ${name}?`}
          action={t`Delete all`}
          onConfirm={() => clear.mutate(newest)}
          onClose={() => setClearing(false)}
        >
          {plural(total, {
            one: '# entry will be deleted. This can’t be undone. Download it first if you need it.',
            other: '# entries will be deleted. This can’t be undone. Download them first if you need them.',
          })}
        </ConfirmDialog>
      )}
    </Card>
  );
}

function asksToConfirm({ block, settings }: Block): boolean {
  return block === 'signup' && (settings as { confirm?: boolean } | null)?.confirm === true;
}

/** Without what file systems do not take. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase() || 'entries'
  );
}
