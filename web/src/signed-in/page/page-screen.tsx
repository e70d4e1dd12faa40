// The page and its editor: what is on it, in order, beside a preview.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Block } from '../../../../clients/typescript/index.ts';
import { useSettings } from '../../api/auth-state.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { EmptyState } from '../../design/feedback/empty-state.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Sheet } from '../../design/overlays/dialog.tsx';
import { loadable } from '../../frame/loadable.tsx';
import {
  ConflictDialog,
  RejectedBanner,
  SaveState,
  useBlocks,
  useDrafts,
  useEditor,
  useEditorState,
} from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { addressQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import { AddField } from './adding/add-field.tsx';
import { useCreations } from './adding/creations.ts';
import { AddressBar } from './address-bar.tsx';
import { rowInAddress } from './editor-address.ts';
import { BlockList, rowKeyOf } from './list/block-list.tsx';
import { createOpenRows, type OpenRows } from './list/list-context.ts';
import { usePageActions } from './list/page-actions.ts';
import { useMediaQuery } from './list/use-media-query.ts';
import { LivePreview } from './live-preview.tsx';
import { NextSteps } from './next-steps.tsx';

import styles from './page-screen.module.css';
import { previewChanges } from './preview-changes.ts';

const BlockGallery = loadable(async () => (await import('./adding/block-gallery.tsx')).BlockGallery);

export function PageScreen() {
  const { t } = useLingui();
  const { one_origin: isOneOrigin } = useSettings();
  const address = useQuery(addressQuery);
  const { blocks, ...query } = useBlocks();
  const [isPreviewShown, setPreviewShown] = useState(false);
  const editor = useEditor();
  const opened = useOpenRows();
  const isWide = useMediaQuery('(min-width: 72rem)');
  const { pending, savedAt = 0 } = useEditorState();
  const drafts = useDrafts(editor.drafts);
  const isRead = query.dataUpdatedAt > 0 && address.dataUpdatedAt > 0;
  const preview = {
    changes: useMemo(() => previewChanges(pending, drafts), [pending, drafts]),
    version: isRead ? Math.max(query.dataUpdatedAt, address.dataUpdatedAt, savedAt) : 0,
    onTap(blockId: number) {
      const target = { kind: 'block', blockId } as const;
      setPreviewShown(false);
      opened.open({ target });
      document.getElementById(`row-${rowKeyOf(target, editor.rowKey)}`)?.scrollIntoView({ block: 'center' });
    },
  };
  return (
    <Screen
      title={t`Your page`}
      lead={address.data && <AddressBar url={address.data.url} />}
      wide
      action={
        <div className={styles.actions}>
          <SaveState />
          <span className={styles.phoneOnly}>
            <Button icon="eye" size="small" onClick={() => setPreviewShown(true)}>
              <Trans>Preview</Trans>
            </Button>
          </span>
        </div>
      }
    >
      <RejectedBanner />
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
          <Loaded query={query} skeleton={<Skeleton height={420} />}>
            {() => <PageEditor blocks={blocks!} opened={opened} />}
          </Loaded>
        </div>
        <aside className={styles.preview} aria-label={t`Preview`}>
          {isWide && <LivePreview {...preview} />}
        </aside>
      </div>
      {isPreviewShown && (
        <Sheet title={t`Preview`} onClose={() => setPreviewShown(false)}>
          <LivePreview {...preview} isPlain />
        </Sheet>
      )}
      <ConflictDialog />
    </Screen>
  );
}

function PageEditor({ blocks, opened }: { blocks: readonly Block[]; opened: OpenRows }) {
  const { t } = useLingui();
  const actions = usePageActions(blocks);
  const creations = useCreations(actions, opened);
  useLinkedRow(blocks, opened);
  const [insertAt, setInsertAt] = useState<number>();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <AddField ref={field} creations={creations} onBrowse={() => setInsertAt(blocks.length)} />
      {blocks.length === 0 ? (
        <EmptyState icon="link" title={t`Paste your first link`}>
          <Trans>It goes into the field above. Ten lines make ten links.</Trans>
        </EmptyState>
      ) : (
        <BlockList blocks={blocks} actions={actions} opened={opened} onInsert={setInsertAt} />
      )}
      <NextSteps onAddLinks={() => field.current?.focus()} />
      {insertAt !== undefined && (
        <Suspense fallback={null}>
          <BlockGallery
            onClose={() => setInsertAt(undefined)}
            onChoose={(type) => {
              setInsertAt(undefined);
              creations.block(type, insertAt);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Opens the row that the address names, once. */
function useLinkedRow(blocks: readonly Block[], opened: OpenRows): void {
  const editor = useEditor();
  const search = useSearch();
  const [, navigate] = useLocation();
  useEffect(() => {
    const target = rowInAddress(search);
    if (!target) return;
    navigate('/', { replace: true });
    const block = blocks.find(({ id }) => id === target.blockId);
    if (!block || (target.kind === 'item' && !block.items.some(({ id }) => id === target.itemId))) return;
    const key = rowKeyOf(target, editor.rowKey);
    opened.open({ target, part: 'first' });
    requestAnimationFrame(() => document.getElementById(`row-${key}`)?.scrollIntoView({ block: 'center' }));
  }, [search, blocks, opened, editor, navigate]);
}

function useOpenRows(): OpenRows {
  const editor = useEditor();
  return useMemo(() => {
    // What was typed before a reload is shown, since it is not saved yet.
    const typed = editor.drafts.all().find(({ target }) => target.kind !== 'section')?.target;
    const rows = createOpenRows((target) => rowKeyOf(target, editor.rowKey));
    if (typed && typed.kind !== 'section') rows.open({ target: typed });
    return rows;
  }, [editor]);
}
