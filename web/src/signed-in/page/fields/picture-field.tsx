import { Trans, useLingui } from '@lingui/react/macro';
import type { BlockItem } from '../../../../../clients/typescript/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { useEditor } from '../../editing/index.ts';
import { pictureTypes } from '../upload.ts';
import { useChangeLabel } from './basic-fields.tsx';
import { FileButton } from './file-button.tsx';
import styles from './record-fields.module.css';
import type { FieldProps } from './record-fields.tsx';

/** A drawn picture stands in until there is an own one. */
export function PictureField({ description, target, record, name }: FieldProps) {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  const label = useChangeLabel({ description, name });
  const { thumbnail } = record as BlockItem;
  const own = thumbnail && !thumbnail.includes('/pictures/thumbnail/') ? thumbnail : null;
  const save = (next: string | null) =>
    editor.attempt({ type: 'edit', target, patch: { thumbnail: next }, base: { thumbnail: own } }, label);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{i18n._(description.label)}</legend>
      <div className={styles.picture}>
        {thumbnail && <img src={thumbnail} alt="" />}
        <div className={styles.buttons}>
          <FileButton label={t`Choose a picture`} accept={pictureTypes} onUploaded={({ url }) => save(url)} />
          {own && (
            <Button variant="quiet" size="small" onClick={() => save(null)}>
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  );
}
