import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from '../../design/fields/segmented.tsx';
import { type Draft, type Fields, useDrafts, useEditor, useEditorState } from '../editing/index.ts';
import { merged } from '../editing/operations.ts';
import { LivePreview } from '../page/live-preview.tsx';
import { blocksQuery, profileQuery } from '../queries.ts';
import styles from './appearance.module.css';
import type { Appearance } from './use-appearance.ts';

interface PreviewStageProps {
  appearance: Appearance;
  isNight: boolean;
  onNight: (isNight: boolean) => void;
  isPlain?: boolean;
}

/** The page as it would look, with text that is being typed. */
export function PreviewStage({ appearance, isNight, onNight, isPlain = false }: PreviewStageProps) {
  const editor = useEditor();
  const { savedAt = 0 } = useEditorState();
  const drafts = useDrafts(editor.drafts);
  const profile = useQuery(profileQuery);
  const blocks = useQuery(blocksQuery);
  const isRead = profile.dataUpdatedAt > 0 && blocks.dataUpdatedAt > 0;
  return (
    <div className={styles.stage}>
      <div className={styles.stageHead}>
        <DayNight isNight={isNight} onNight={onNight} />
      </div>
      <LivePreview
        changes={{ ...sectionDrafts(drafts), ...appearance.unsaved }}
        version={isRead ? Math.max(savedAt, profile.dataUpdatedAt, blocks.dataUpdatedAt) : 0}
        scheme={isNight ? 'dark' : 'light'}
        isPlain={isPlain}
      />
    </div>
  );
}

function sectionDrafts(drafts: readonly Draft[]): Record<string, Fields> {
  const changes: Record<string, Fields> = {};
  for (const { target, patch } of drafts) {
    if (target.kind === 'section') changes[target.section] = merged(changes[target.section] ?? {}, patch);
  }
  return changes;
}

export function DayNight({ isNight, onNight }: Pick<PreviewStageProps, 'isNight' | 'onNight'>) {
  const { t } = useLingui();
  return (
    <Segmented
      legend={t`Time of day`}
      isCompact
      value={isNight ? 'night' : 'day'}
      options={[
        { value: 'day', label: t`Day` },
        { value: 'night', label: t`Night` },
      ]}
      onChange={(value) => onNight(value === 'night')}
    />
  );
}
