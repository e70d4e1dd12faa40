// Everything that was uploaded: how large it is, where it is used, and a way to delete it.
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { Card } from '../../design/content/card.tsx';
import { Pagination } from '../../design/content/pagination.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Select } from '../../design/fields/select.tsx';
import { Loaded } from '../loaded.tsx';
import { uploadsQuery, usageQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { FileList } from './file-list.tsx';
import { StorageCard } from './storage-card.tsx';
import { UploadButton } from './upload-button.tsx';

export function FilesScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [filter, setFilter] = useState<FileFilter>('all');
  const uploads = useQuery({ ...uploadsQuery(page, filters[filter]), placeholderData: keepPreviousData });
  const refresh = () =>
    Promise.all([['uploads'], usageQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
  const button = (
    <UploadButton
      label={t`Upload a file`}
      variant="primary"
      maxBytes={maxBytesOf}
      onUploaded={() => {
        toast(t`Uploaded.`);
        void refresh();
      }}
    />
  );
  const isEmpty = uploads.data?.records.length === 0 && filter === 'all';
  return (
    <Screen
      title={t`Files`}
      lead={
        <Trans>
          Pictures, videos and documents of your page. Unused ones are deleted after a day, unless your history needs
          them.
        </Trans>
      }
      {...(!isEmpty && { action: uploads.data && button })}
    >
      {!isEmpty && <StorageCard />}
      <Card>
        {!isEmpty && (
          <Select
            label={t`Show`}
            value={filter}
            onChange={(event) => {
              setFilter(event.target.value as FileFilter);
              setPage(1);
            }}
            options={[
              { value: 'all', label: t`All files` },
              { value: 'unused', label: t`Unused files` },
              { value: 'image', label: t`Pictures` },
              { value: 'video', label: t`Videos` },
              { value: 'file', label: t`Documents` },
            ]}
          />
        )}
        <Loaded query={uploads} skeleton={<Skeleton height={240} />}>
          {({ records, meta }) =>
            isEmpty ? (
              <EmptyState icon="file" title={t`No files yet`} actions={button}>
                <Trans>Upload a picture for a link, or a PDF such as a menu or a price list.</Trans>
              </EmptyState>
            ) : records.length === 0 ? (
              <EmptyState icon="search" title={t`Nothing here`}>
                {filter === 'unused' ? (
                  <Trans>Your page uses all of your files.</Trans>
                ) : (
                  <Trans>You have no files of this kind.</Trans>
                )}
              </EmptyState>
            ) : (
              <>
                <FileList uploads={records} onDeleted={refresh} />
                <Pagination page={page} pages={meta.last_page} onTurn={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Screen>
  );
}

type FileFilter = Upload['kind'] | 'all' | 'unused';

const filters: Record<FileFilter, Parameters<typeof uploadsQuery>[1]> = {
  all: {},
  image: { kind: 'image' },
  video: { kind: 'video' },
  file: { kind: 'file' },
  unused: { in_use: false },
};

function maxBytesOf({ type }: File): number {
  if (type.startsWith('image/')) return limits.imageBytes;
  return type.startsWith('video/') ? limits.videoBytes : limits.fileBytes;
}
