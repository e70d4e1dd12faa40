// Links to shared statistics: read-only, and there are none until the owner makes one.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ShareCreated } from '../../../../clients/typescript/index.ts';
import { LinkButton } from '../../design/actions/button.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Sheet } from '../../design/overlays/dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { LostSecret } from './lost-secret.tsx';
import { ShareForm } from './share-form.tsx';
import { ShareList } from './share-list.tsx';
import styles from './shares.module.css';
import { sharesQuery } from './shares.ts';

interface SharesSheetProps {
  slug?: string | undefined;
  onClose: () => void;
}

export function SharesSheet({ slug, onClose }: SharesSheetProps) {
  const { t } = useLingui();
  const shares = useQuery(sharesQuery);
  const [created, setCreated] = useState<ShareCreated>();
  return (
    <Sheet title={t`Share statistics`} onClose={onClose}>
      <p className={styles.muted}>
        <Trans>
          Whoever has the link sees your numbers, without an account. They never see single visitors, and can change
          nothing. Search engines do not index the page.
        </Trans>
      </p>
      {created && <CreatedShare key={created.id} {...created} />}
      <ShareForm slug={slug} onCreated={setCreated} />
      <section className={styles.part} aria-labelledby="shared-links">
        <h3 id="shared-links">
          <Trans>Links that you shared</Trans>
        </h3>
        <Loaded query={shares} skeleton={<Skeleton height={120} />}>
          {(list) =>
            list.length === 0 ? (
              <p className={styles.muted}>
                <Trans>None. Nobody but you sees your numbers.</Trans>
              </p>
            ) : (
              <ShareList
                shares={list}
                onEnded={(id) => setCreated((shown) => (shown?.id === id ? undefined : shown))}
              />
            )
          }
        </Loaded>
      </section>
    </Sheet>
  );
}

function CreatedShare({ link }: ShareCreated) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => container.current?.focus(), []);
  return (
    <div ref={container} tabIndex={-1} className={styles.part}>
      {link === null ? <LostSecret /> : <ShownLink link={link} />}
    </div>
  );
}

function ShownLink({ link }: { link: string }) {
  const { t } = useLingui();
  return (
    <>
      <Banner tone="success" title={t`The link works. Copy it now.`}>
        <Trans>You won’t see it again.</Trans>
      </Banner>
      <CopyField label={t`Link to the shared statistics`} value={link} />
      <div>
        <LinkButton href={link} target="_blank" size="small" icon="external">
          <Trans>Open it</Trans>
        </LinkButton>
      </div>
    </>
  );
}
