// The page as it is: its address, what is on it, how it looks, and what is worth doing next.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSettings } from '../../api/auth-state.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Sheet } from '../../design/overlays/dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { addressQuery, blocksQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { AddLinks } from '../welcome/add-links.tsx';
import { ChooseLook } from '../welcome/choose-look.tsx';
import { AddressCard } from './address-card.tsx';
import { BlockList } from './block-list.tsx';
import { LivePreview } from './live-preview.tsx';
import { NextSteps } from './next-steps.tsx';
import styles from './page-screen.module.css';

type Opened = 'links' | 'look' | 'preview';

export function PageScreen() {
  const { t } = useLingui();
  const { one_origin: isOneOrigin } = useSettings();
  const address = useQuery(addressQuery);
  const blocks = useQuery(blocksQuery);
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const closeWith = (text: string) => {
    close();
    toast(text);
  };
  const changedAt = Math.max(blocks.dataUpdatedAt, address.dataUpdatedAt);
  return (
    <Screen
      title={t`Your page`}
      wide
      action={
        <div className={styles.actions}>
          <span className={styles.phoneOnly}>
            <Button icon="eye" onClick={() => setOpened('preview')}>
              <Trans>Preview</Trans>
            </Button>
          </span>
          <Button variant="primary" icon="plus" onClick={() => setOpened('links')}>
            <Trans>Add links</Trans>
          </Button>
        </div>
      }
    >
      {isOneOrigin && (
        <Banner title={t`Pixels with scripts are off.`}>
          <Trans>
            Pages and dashboard share one address here, so a script on a page could use your session. The person who
            runs this server can give the dashboard its own address with <code>DASHBOARD_URL</code>.
          </Trans>
        </Banner>
      )}
      <div className={styles.columns}>
        <div className={styles.list}>
          <Loaded query={address} skeleton={<Skeleton height={150} />}>
            {(data) => <AddressCard url={data.url} />}
          </Loaded>
          <NextSteps onAddLinks={() => setOpened('links')} onChooseLook={() => setOpened('look')} />
          <Card
            title={t`On your page`}
            aside={
              <Button size="small" icon="look" onClick={() => setOpened('look')}>
                <Trans>Change the look</Trans>
              </Button>
            }
          >
            <Loaded query={blocks} skeleton={<Skeleton height={240} />}>
              {({ records }) =>
                records.length === 0 ? (
                  <EmptyState
                    icon="link"
                    title={t`Paste your first link`}
                    actions={
                      <Button variant="primary" icon="plus" onClick={() => setOpened('links')}>
                        <Trans>Add links</Trans>
                      </Button>
                    }
                  >
                    <Trans>Or import your page from Linktree or LinkStack.</Trans>
                  </EmptyState>
                ) : (
                  <BlockList blocks={records} />
                )
              }
            </Loaded>
          </Card>
        </div>
        <aside className={styles.preview} aria-label={t`Preview`}>
          <LivePreview version={changedAt} />
        </aside>
      </div>
      {opened === 'links' && (
        <Sheet title={t`Add links`} onClose={close}>
          <AddLinks onDone={() => closeWith(t`Added to your page.`)} />
        </Sheet>
      )}
      {opened === 'look' && (
        <Sheet title={t`Choose a look`} onClose={close}>
          <ChooseLook onDone={() => closeWith(t`Your page has a new look.`)} />
        </Sheet>
      )}
      {opened === 'preview' && (
        <Sheet title={t`Preview`} onClose={close}>
          <LivePreview version={changedAt} isPlain />
        </Sheet>
      )}
    </Screen>
  );
}
