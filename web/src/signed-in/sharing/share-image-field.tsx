import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Seo } from '../../../../clients/typescript/index.ts';
import { Button } from '../../design/actions/button.tsx';
import { frames, PictureDialog } from '../pictures/index.tsx';
import { ownImageOf } from './own-image.ts';
import styles from './sharing.module.css';
import { useSeoChange } from './use-seo-change.tsx';

/** A picture of one's own, or the card that the service makes from name, bio and theme. */
export function ShareImageField({ seo }: { seo: Seo }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const { change, error } = useSeoChange(seo);
  const isOwn = ownImageOf(seo) !== null;
  const save = (image: string | null) => change({ opengraph_image: image }, t`Picture for sharing`);
  return (
    <div className={styles.image}>
      <p className={styles.imageLabel} id="share-image">
        <Trans>Picture</Trans>
      </p>
      <div className={styles.ways}>
        <Button icon="picture" size="small" onClick={() => setOpen(true)} aria-describedby="share-image">
          {isOwn ? t`Change the picture` : t`Choose a picture`}
        </Button>
        {isOwn && (
          <Button variant="quiet" size="small" onClick={() => save(null)}>
            <Trans>Use the painted card</Trans>
          </Button>
        )}
      </div>
      <p className={styles.note}>
        {isOwn ? (
          <Trans>Shown at 1200 × 630 pixels where your page is shared.</Trans>
        ) : (
          <Trans>A card is painted from your name and your look, until you choose a picture.</Trans>
        )}
      </p>
      {isOpen && (
        <PictureDialog
          title={t`Picture for sharing`}
          frame={frames.share}
          onClose={() => setOpen(false)}
          onChoose={({ url }) => {
            setOpen(false);
            void save(url);
          }}
        />
      )}
      {error}
    </div>
  );
}
