import { useLingui } from '@lingui/react/macro';
import type { BlockItem } from '../../../../../clients/typescript/index.ts';
import { useEditor } from '../../editing/index.ts';
import { targetOf } from '../list/row-names.ts';
import { useChangeLabel } from './basic-fields.tsx';
import type { FieldProps } from './field-props.ts';
import { FileButton } from './file-button.tsx';
import styles from './record-fields.module.css';

/** A file to download, with its type and size. */
export function UploadField({ description, target, record, name }: FieldProps) {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  const label = useChangeLabel({ description, name });
  const { link, element } = record as BlockItem;
  const { type = null, bytes = null } = element ?? {};
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{i18n._(description.label)}</legend>
      <p className={styles.note}>{link ? targetOf(link) : t`No file yet`}</p>
      <div className={styles.buttons}>
        <FileButton
          label={link ? t`Choose another file` : t`Choose a file`}
          onUploaded={({ url }, file) => {
            const patch = { link: url, element: { type: file.type, bytes: file.size } };
            editor.attempt({ type: 'edit', target, patch, base: { link, element: { type, bytes } } }, label);
          }}
        />
      </div>
    </fieldset>
  );
}
