import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageVersion } from '../../../../clients/typescript/index.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Pagination } from '../../design/content/pagination.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { EditedScreen } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { useTimes } from '../times.ts';
import { VersionSheet } from './version-sheet.tsx';
import { versionsQuery } from './versions.ts';

export function HistoryScreen() {
  const { t } = useLingui();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<PageVersion>();
  const versions = useQuery({ ...versionsQuery(page), placeholderData: keepPreviousData });
  return (
    <EditedScreen
      title={t`History`}
      lead={<Trans>Your page as it was. Nothing changes until you restore a version.</Trans>}
      back={{ href: '/more', title: t`More` }}
    >
      <Card>
        <Loaded query={versions} skeleton={<Skeleton height={240} />}>
          {({ records, meta }) =>
            records.length === 0 ? (
              <EmptyState icon="history" title={t`Changes appear here`}>
                <Trans>Each time you work on your page, its state before that is kept for 90 days.</Trans>
              </EmptyState>
            ) : (
              <>
                <Rows label={t`Versions of your page`}>
                  {records.map((version) => (
                    <VersionRow key={version.id} version={version} onOpen={() => setOpened(version)} />
                  ))}
                </Rows>
                <Pagination page={page} pages={meta.last_page} onTurn={setPage} />
              </>
            )
          }
        </Loaded>
      </Card>
      {opened && <VersionSheet version={opened} onClose={() => setOpened(undefined)} />}
    </EditedScreen>
  );
}

function VersionRow({ version, onOpen }: { version: PageVersion; onOpen: () => void }) {
  const times = useTimes();
  const { created_at: at, blocks, items } = version;
  const time = times.lately(at);
  return (
    <Row
      icon="history"
      title={time}
      text={[
        plural(blocks, { one: '# block', other: '# blocks' }),
        plural(items, { one: '# item', other: '# items' }),
      ].join(' · ')}
      aside={
        <Button size="small" onClick={onOpen}>
          <Trans>Compare</Trans>
          <VisuallyHidden> {time}</VisuallyHidden>
        </Button>
      }
    />
  );
}
