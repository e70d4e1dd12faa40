// Everything that was uploaded: how large it is, where it is used, and a way to delete it.
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { api } from '../../api/client.ts';
import { IconButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Pagination } from '../../design/content/pagination.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { uploadsQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { useTimes } from '../times.ts';
import { useFileSizes } from './file-sizes.ts';
import styles from './files.module.css';
import { UploadButton } from './upload-button.tsx';
import { useUploadPlaces } from './upload-places.ts';
import { thumbnailOf } from './upload-thumbnail.ts';
import { dotted } from '../../isolation.ts';

export function FilesScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const uploads = useQuery({ ...uploadsQuery(page), placeholderData: keepPreviousData });
  const refresh = () => client.invalidateQueries({ queryKey: ['uploads'] });
  const button = (
    <UploadButton
      label={t`Upload a file`}
      variant="primary"
      maxBytes={maxBytesOf}
      onUploaded={() => toast(t`Uploaded.`)}
    />
  );
  const isEmpty = uploads.data?.records.length === 0;
  return (
    <Screen
      title={t`Files`}
      lead={<Trans>Pictures, videos and documents of your page. Unused ones are deleted after a day.</Trans>}
    >
      {uploads.data && !isEmpty && button}
      <Card>
        <Loaded query={uploads} skeleton={<Skeleton height={240} />}>
          {({ records, meta }) =>
            records.length === 0 ? (
              <EmptyState icon="file" title={t`No files yet`} actions={button}>
                <Trans>Upload a picture for a link, or a PDF such as a menu or a price list.</Trans>
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

function maxBytesOf({ type }: File): number {
  if (type.startsWith('image/')) return limits.imageBytes;
  return type.startsWith('video/') ? limits.videoBytes : limits.fileBytes;
}

function FileList({ uploads, onDeleted }: { uploads: readonly Upload[]; onDeleted: () => void }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Upload>();
  const remove = useMutation({
    mutationFn: ({ id }: Upload) => api.uploads.delete(id),
    onSuccess: (_, { name }) => {
      onDeleted();
      toast(t`${name} was deleted.`);
    },
  });
  return (
    <>
      {remove.isError && <FailureBanner error={remove.error} />}
      <ul className={styles.files} aria-label={t`Files`}>
        {uploads.map((upload) => (
          <FileRow key={upload.id} upload={upload} onDelete={() => setAsked(upload)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t`Delete ${asked.name}?`}
          action={t`Delete`}
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.mutate(asked)}
        >
          <Trans>This cannot be undone. Addresses that lead to the file stop working.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

const icons: Record<Upload['kind'], IconName> = { image: 'picture', video: 'play', file: 'file' };

function FileRow({ upload, onDelete }: { upload: Upload; onDelete: () => void }) {
  const { t, i18n } = useLingui();
  const times = useTimes();
  const sizes = useFileSizes();
  const placesOf = useUploadPlaces();
  const { name, kind, bytes, width, height, url, created_at: createdAt } = upload;
  const places = placesOf(upload);
  const facts = [
    sizes(bytes),
    width !== null && `${i18n.number(width)} × ${i18n.number(height ?? 0)}`,
    times.date(createdAt),
  ];
  return (
    <li className={styles.file}>
      <a href={url} target="_blank" rel="noreferrer" className={styles.picture} aria-label={t`Open ${name}`}>
        {kind === 'image' ? <img src={thumbnailOf(upload)} alt="" loading="lazy" /> : <Icon name={icons[kind]} />}
      </a>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.facts}>{dotted(facts)}</span>
        <span className={styles.uses}>
          {places.length === 0 && <Badge tone="warning">{t`Not used`}</Badge>}
          {places.map((place) => (
            <Badge key={place} tone="success">
              {place}
            </Badge>
          ))}
        </span>
      </span>
      <IconButton
        icon="trash"
        label={upload.in_use ? t`${name} is in use: remove it from your page first` : t`Delete ${name}`}
        aria-disabled={upload.in_use}
        onClick={() => !upload.in_use && onDelete()}
      />
    </li>
  );
}
