import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { Dialog, DialogActions } from '../../design/overlays/dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** What will be done, in a word or two. */
  action: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** For what cannot be undone. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{children}</p>
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
