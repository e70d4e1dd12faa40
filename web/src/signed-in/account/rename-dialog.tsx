import { Trans, useLingui } from '@lingui/react/macro';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../design/actions/button.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { CancelButton, Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';

interface RenameDialogProps {
  name: string;
  onRename: (name: string) => void;
  onClose: () => void;
}

export function RenameDialog({ name, onRename, onClose }: RenameDialogProps) {
  const { t } = useLingui();
  const submission = useSubmission(async ({ name: wanted = '' }) => {
    onClose();
    if (wanted.trim() !== name) onRename(wanted.trim());
  });
  return (
    <Dialog title={t`Rename`} onClose={onClose}>
      <Form submission={submission}>
        <TextField
          label={t`Name`}
          name="name"
          defaultValue={name}
          maxLength={limits.passkeyName}
          required
          pattern=".*\S.*"
        />
        <DialogActions>
          <CancelButton />
          <Button type="submit" variant="primary">
            <Trans>Save</Trans>
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
