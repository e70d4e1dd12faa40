// The same field was changed here and elsewhere: both values, and which one to keep.
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../design/actions/button.tsx';
import { Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import styles from './conflict-dialog.module.css';
import { useEditorState } from './use-editor.tsx';

export function ConflictDialog() {
  const { t } = useLingui();
  const { conflict } = useEditorState();
  if (!conflict) return null;
  const { clashes, settle } = conflict;
  return (
    <Dialog title={t`Changed elsewhere`} onClose={() => settle(true)}>
      <p>
        <Trans>Somebody changed this while you did, in another window or through the API. Which one should stay?</Trans>
      </p>
      {clashes.map(({ path, mine, theirs }) => (
        <dl key={path} className={styles.values}>
          <div>
            <dt>
              <Trans>Yours</Trans>
            </dt>
            <dd dir="auto">{shown(mine, t`(empty)`)}</dd>
          </div>
          <div>
            <dt>
              <Trans>The other one</Trans>
            </dt>
            <dd dir="auto">{shown(theirs, t`(empty)`)}</dd>
          </div>
        </dl>
      ))}
      <DialogActions>
        <Button onClick={() => settle(false)}>
          <Trans>Keep the other one</Trans>
        </Button>
        <Button variant="primary" onClick={() => settle(true)}>
          <Trans>Keep mine</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function shown(value: unknown, empty: string): string {
  if (value === null || value === undefined || value === '') return empty;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
