import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Share } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { Badge } from '../../design/feedback/badge.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { dotted } from '../../isolation.ts';
import { useOptimisticChange } from '../optimistic.ts';
import { usageQuery } from '../queries.ts';
import { useTimes } from '../times.ts';
import styles from './shares.module.css';
import { sharesQuery } from './shares.ts';

interface ShareListProps {
  shares: readonly Share[];
  onEnded: (id: number) => void;
}

export function ShareList({ shares, onEnded }: ShareListProps) {
  const { t } = useLingui();
  const times = useTimes();
  const [asked, setAsked] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  const end = useOptimisticChange({
    queryKey: sharesQuery.queryKey,
    change: ({ id }: Share) => api.analytics.deleteShare(id),
    apply: (all: Share[], { id }) => all.filter((one) => one.id !== id),
    alsoChanges: [usageQuery.queryKey],
    onSuccess: ({ id, name }) => {
      onEnded(id);
      toast(t`“${name}” no longer works.`);
    },
  });
  const ask = (id: number | undefined, focused: string) => {
    flushSync(() => setAsked(id));
    list.current?.querySelector<HTMLElement>(focused)?.focus();
  };
  return (
    <div ref={list} tabIndex={-1} className={styles.list}>
      {end.isError && <FailureBanner error={end.error} />}
      <Rows>
        {shares.map((share) => {
          const { id, name, link_slug: slug, hint, expires_at: expires, created_at: created } = share;
          const isOver = expires !== null && Date.parse(expires) < Date.now();
          const facts = [
            slug === null ? t`All statistics` : `/${slug}`,
            t`since ${times.date(created)}`,
            expires && !isOver && t`until ${times.date(expires)}`,
          ];
          return (
            <Row
              key={id}
              icon="link"
              title={
                <>
                  {name}
                  {isOver && (
                    <Badge tone="warning">
                      <Trans>Expired</Trans>
                    </Badge>
                  )}
                </>
              }
              text={
                <>
                  {dotted(facts)} · <code dir="ltr">{hint}</code>
                </>
              }
              aside={
                asked === id ? (
                  <>
                    <Button
                      size="small"
                      variant="danger"
                      data-end={id}
                      onClick={() => {
                        setAsked(undefined);
                        list.current?.focus();
                        end.mutate(share);
                      }}
                    >
                      <Trans>End it</Trans>
                      <VisuallyHidden> {name}</VisuallyHidden>
                    </Button>
                    <Button size="small" onClick={() => ask(undefined, `[data-ask="${id}"]`)}>
                      <Trans>Keep it</Trans>
                    </Button>
                  </>
                ) : (
                  <Button size="small" data-ask={id} onClick={() => ask(id, `[data-end="${id}"]`)}>
                    <Trans>Stop sharing</Trans>
                    <VisuallyHidden> {name}</VisuallyHidden>
                  </Button>
                )
              }
            />
          );
        })}
      </Rows>
    </div>
  );
}
