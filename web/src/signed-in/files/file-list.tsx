import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button, IconButton } from '../../design/actions/button.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Icon, type IconName } from '../../design/icon.tsx';
import { Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { dotted } from '../../isolation.ts';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { useTimes } from '../times.ts';
import { useFileSizes } from './file-sizes.ts';
import styles from './files.module.css';
import { thumbnailOf } from './upload-thumbnail.ts';
import { type UploadUse, useUploadUses } from './upload-uses.ts';

export function FileList({ uploads, onDeleted }: { uploads: readonly Upload[]; onDeleted: () => void }) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Upload>();
  const usesOf = useUploadUses();
  const list = useRef<HTMLUListElement>(null);
  const remove = useMutation({
    mutationFn: ({ id }: Upload) => api.uploads.delete(id),
    onSuccess: (_, { name }) => {
      onDeleted();
      toast(t`${name} was deleted.`);
      // Its own button is about to go.
      list.current?.focus();
    },
  });
  return (
    <>
      {remove.isError && <FailureBanner error={remove.error} />}
      <ul ref={list} tabIndex={-1} className={styles.files} aria-label={t`Files`}>
        {uploads.map((upload) => (
          <FileRow key={upload.id} upload={upload} uses={usesOf(upload)} onDelete={() => setAsked(upload)} />
        ))}
      </ul>
      {asked?.in_use && <InUseDialog upload={asked} uses={usesOf(asked)} onClose={() => setAsked(undefined)} />}
      {asked && !asked.in_use && (
        <ConfirmDialog
          title={t`Delete ${asked.name}?`}
          action={t`Delete`}
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.mutate(asked)}
        >
          <Trans>Your page does not use it. This cannot be undone: addresses that lead to the file stop working.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

const icons: Record<Upload['kind'], IconName> = { image: 'picture', video: 'play', file: 'file' };

interface FileRowProps {
  upload: Upload;
  uses: readonly UploadUse[];
  onDelete: () => void;
}

function FileRow({ upload, uses, onDelete }: FileRowProps) {
  const { t, i18n } = useLingui();
  const times = useTimes();
  const sizes = useFileSizes();
  const { name, kind, bytes, width, height, url, created_at: createdAt } = upload;
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
      <div className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <span className={styles.facts}>{dotted(facts)}</span>
        <div className={styles.uses}>
          {uses.length === 0 ? <Badge tone="warning">{t`Not used`}</Badge> : <Uses uses={uses} />}
        </div>
      </div>
      <IconButton icon="trash" label={t`Delete ${name}`} onClick={onDelete} />
    </li>
  );
}

function Uses({ uses }: { uses: readonly UploadUse[] }) {
  const { t } = useLingui();
  return (
    <ul className={styles.uses} aria-label={t`Used in`}>
      {uses.map(({ name, href }) => (
        <li key={href}>
          <Link href={href}>{name}</Link>
        </li>
      ))}
    </ul>
  );
}

interface InUseDialogProps {
  upload: Upload;
  uses: readonly UploadUse[];
  onClose: () => void;
}

function InUseDialog({ upload: { name }, uses, onClose }: InUseDialogProps) {
  const { t } = useLingui();
  return (
    <Dialog title={t`${name} is in use`} onClose={onClose}>
      <p>
        <Trans>Your page would have a gap. Replace or remove it there first:</Trans>
      </p>
      <Uses uses={uses} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
