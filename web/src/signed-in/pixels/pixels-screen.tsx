// Tracking pixels of other platforms, and whether visitors are asked first.
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pixel } from '../../../../clients/typescript/index.ts';
import { useSettings } from '../../api/auth-state.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Pagination } from '../../design/content/pagination.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { EditedScreen } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { ConsentCard } from './consent-card.tsx';
import { PixelDialog } from './pixel-dialog.tsx';
import { PixelList } from './pixel-list.tsx';
import { pixelsQuery } from './pixels.ts';

export function PixelsScreen() {
  const { t } = useLingui();
  const { one_origin: isOneOrigin } = useSettings();
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<Pixel | 'new'>();
  const pixels = useQuery({ ...pixelsQuery(page), placeholderData: keepPreviousData });
  const isEmpty = pixels.data?.records.length === 0;
  const button = (
    <Button variant="primary" size={isEmpty ? 'medium' : 'small'} icon="plus" onClick={() => setEdited('new')}>
      <Trans>Add a pixel</Trans>
    </Button>
  );
  return (
    <EditedScreen
      title={t`Pixels`}
      lead={<Trans>Let Meta, Google and others measure the visits that your advertisements bring.</Trans>}
      back={{ href: '/more', title: t`More` }}
    >
      {isOneOrigin && (
        <Banner tone="warning" title={t`Pixels are off on this server.`}>
          <Trans>
            Pages and dashboard share one address here, so a script on a page could use your session. You can prepare
            pixels, but no page loads them. The person who runs this server can give the dashboard its own address with{' '}
            <code>DASHBOARD_URL</code>.
          </Trans>
        </Banner>
      )}
      <Card title={isEmpty ? undefined : t`Your pixels`} aside={!isEmpty && button}>
        <Loaded query={pixels} skeleton={<Skeleton height={160} />}>
          {(list) =>
            list.records.length === 0 ? (
              <EmptyState icon="pixel" title={t`No pixels yet`} actions={button}>
                <Trans>
                  A pixel tells an advertising platform who came to your page. You need one only if you advertise there.
                  Fingerpost counts your visits without it.
                </Trans>
              </EmptyState>
            ) : (
              <>
                <PixelList pixels={list} page={page} onEdit={setEdited} />
                <Pagination page={page} pages={list.meta.last_page} onTurn={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      <ConsentCard />
      {edited && <PixelDialog {...(edited !== 'new' && { pixel: edited })} onClose={() => setEdited(undefined)} />}
    </EditedScreen>
  );
}
