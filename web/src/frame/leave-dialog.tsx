import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../design/actions/button.tsx';
import { Dialog, DialogActions } from '../design/overlays/dialog.tsx';
import { useLeaveQuestion } from './unsaved.ts';

/** Asks before typed text is lost. */
export function LeaveDialog() {
  const { t } = useLingui();
  const question = useLeaveQuestion();
  if (!question) return null;
  return (
    // A new one for each question: what is asked last is on top.
    <Dialog key={question.number} title={t`Leave without saving?`} onClose={question.stay}>
      <p>
        <Trans>What you typed is not saved yet.</Trans>
      </p>
      <DialogActions>
        <Button onClick={question.stay}>
          <Trans>Keep editing</Trans>
        </Button>
        <Button variant="danger" onClick={question.leave}>
          <Trans>Discard</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}
