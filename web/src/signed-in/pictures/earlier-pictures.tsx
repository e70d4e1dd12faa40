import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Upload } from '../../../../clients/typescript/index.ts';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { thumbnailOf } from '../files/upload-thumbnail.ts';
import { uploadsQuery } from '../queries.ts';
import styles from './picture-dialog.module.css';

/** Pictures that were uploaded before. They are used as they are. */
export function EarlierPictures({ onChoose }: { onChoose: (upload: Upload) => void }) {
  const { t } = useLingui();
  const uploads = useQuery(uploadsQuery(1));
  const pictures = uploads.data?.records.filter(({ kind }) => kind === 'image') ?? [];
  if (uploads.isError) return <FailureBanner error={uploads.error} onRetry={() => uploads.refetch()} />;
  if (pictures.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label={t`Earlier uploads`}>
      <p className={styles.label}>
        <Trans>Earlier uploads</Trans>
      </p>
      <ul className={styles.pictures}>
        {pictures.map((upload) => (
          <li key={upload.id}>
            <button type="button" onClick={() => onChoose(upload)}>
              <img src={thumbnailOf(upload)} alt={upload.name} loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
