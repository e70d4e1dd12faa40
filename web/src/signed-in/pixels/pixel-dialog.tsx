import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pixel } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { pixelPlatforms } from '../../../../contract/pixels/index.ts';
import { type PixelType, pixelTypes } from '../../../../contract/vocabulary.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { Icon } from '../../design/icon.tsx';
import { CancelButton, Dialog, DialogActions } from '../../design/overlays/dialog.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { PixelSnippet } from './pixel-snippet.tsx';
import styles from './pixels.module.css';
import { platformLike } from './platforms.ts';

/** Adds a pixel, or edits one. */
export function PixelDialog({ pixel, onClose }: { pixel?: Pixel; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const [type, setType] = useState<PixelType>(pixel?.pixel_type ?? 'facebook');
  const [id, setId] = useState(pixel?.pixel_id ?? '');
  const platform = pixelPlatforms[type];
  const submission = useSubmission(async ({ name = '' }) => {
    const fields = { name: name.trim() || platform.name, type, pixel_id: id };
    if (pixel) await api.pixels.edit(pixel.id, fields);
    else await api.pixels.create(fields);
    await client.invalidateQueries({ queryKey: ['pixels'] });
    onClose();
    toast(pixel ? t`Saved` : t`${fields.name} is on your page.`);
  });
  return (
    <Dialog title={pixel ? t`Edit a pixel` : t`Add a pixel`} onClose={onClose}>
      <Form submission={submission}>
        <Select
          label={t`Platform`}
          name="type"
          value={type}
          options={pixelTypes.map((value) => ({ value, label: pixelPlatforms[value].name }))}
          onChange={(event) => setType(event.target.value as PixelType)}
          error={submission.errors.type}
        />
        <TextField
          label={i18n._(platform.idName)}
          name="pixel_id"
          value={id}
          onChange={(event) => setId(event.target.value.trim())}
          placeholder={platform.example}
          maxLength={limits.pixelId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          required
          error={submission.errors.pixel_id}
          message={
            <>
              {i18n._(platform.where)}
              <IdWarning type={type} id={id} />
            </>
          }
        />
        <TextField
          label={t`Name`}
          name="name"
          optional
          defaultValue={pixel?.name}
          placeholder={platform.name}
          maxLength={limits.pixelName}
          error={submission.errors.name}
          hint={t`Only you see it.`}
        />
        {type === 'google_tag_manager' && (
          <p className={styles.note}>
            <Trans>Whoever can edit this container can run any script on your page.</Trans>
          </p>
        )}
        <PixelSnippet type={type} id={id} />
        <DialogActions>
          <CancelButton />
          <Button type="submit" variant="primary" busy={submission.busy}>
            {pixel ? <Trans>Save</Trans> : <Trans>Add</Trans>}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Ids of another form are accepted, since pixelPlatforms change theirs. Most are mistakes. */
function IdWarning({ type, id }: { type: PixelType; id: string }) {
  const { t } = useLingui();
  const isUnusual = id.length > 3 && !pixelPlatforms[type].usual.test(id);
  const other = isUnusual ? platformLike(id) : undefined;
  return (
    <span role="status" className={styles.warning}>
      {isUnusual && (
        <>
          <Icon name="warning" size={16} />
          <span>
            {other
              ? t`This looks like an ID of ${pixelPlatforms[other].name}. Check the platform.`
              : t`This does not look like the usual ID, such as ${pixelPlatforms[type].example}. Check it before you add it.`}
          </span>
        </>
      )}
    </span>
  );
}
