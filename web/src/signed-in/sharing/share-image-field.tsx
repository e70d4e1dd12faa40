import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Seo } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ownImageOf } from './own-image.ts';
import styles from './sharing.module.css';
import { useSeoChange } from './use-seo-change.tsx';

/** A picture of one's own, or the card that the service paints from name, bio and look. */
export function ShareImageField({ seo }: { seo: Seo }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const { change, error } = useSeoChange(seo);
  const isOwn = ownImageOf(seo) !== null;
  const choose = useMutation({
    mutationFn: async (file: File) => {
      const { url } = await api.uploads.create({ file, name: file.name });
      await change({ opengraph_image: url }, t`Picture for sharing`);
    },
  });
  return (
    <div className={styles.image}>
      <p className={styles.imageLabel} id="share-image">
        <Trans>Picture</Trans>
      </p>
      <div className={styles.ways}>
        <Button
          icon="upload"
          size="small"
          busy={choose.isPending}
          onClick={() => input.current?.click()}
          aria-describedby="share-image"
        >
          <Trans>Choose a picture</Trans>
        </Button>
        {isOwn && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => change({ opengraph_image: null }, t`Picture for sharing`)}
          >
            <Trans>Use the painted card</Trans>
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {isOwn ? (
          <Trans>Best at 1200 × 630 pixels: most apps crop other shapes.</Trans>
        ) : (
          <Trans>A card is painted from your name and your look. Your own picture is best at 1200 × 630 pixels.</Trans>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        aria-label={t`Picture for sharing`}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) choose.mutate(file);
          event.target.value = '';
        }}
      />
      {choose.isError && <FailureBanner error={choose.error} />}
      {error}
    </div>
  );
}
