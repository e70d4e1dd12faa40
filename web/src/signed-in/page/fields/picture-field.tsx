import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import { Button } from '../../../design/actions/button.tsx';
import { type EditTarget, useBlocks, useEditor } from '../../editing/index.ts';
import { frames, PictureDialog, type PictureFrame } from '../../pictures/index.tsx';
import { useChangeLabel } from './basic-fields.tsx';
import type { FieldProps } from './field-props.ts';
import styles from './record-fields.module.css';
import { valueAt } from './values.ts';

/** A drawn picture stands in until there is an own one. Its alternative text can be given with it. */
export function PictureField({ description, target, record, name }: FieldProps) {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const label = useChangeLabel({ description, name });
  const frame = useFrame(target);
  const { thumbnail, content } = record as BlockItem;
  const own = thumbnail && !thumbnail.includes('/pictures/thumbnail/') ? thumbnail : null;
  const alt = content.alt ?? '';
  const save = (next: string | null, nextAlt = alt) => {
    const isSame = nextAlt === alt;
    const patch = { thumbnail: next, ...(!isSame && { content: { alt: nextAlt } }) };
    const base = { thumbnail: own, ...(!isSame && { content: { alt } }) };
    editor.attempt({ type: 'edit', target, patch, base }, label);
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{i18n._(description.label)}</legend>
      <div className={styles.picture}>
        {thumbnail && <img src={thumbnail} alt="" />}
        <div className={styles.buttons}>
          <Button icon="picture" size="small" onClick={() => setOpen(true)}>
            {own ? t`Change the picture` : t`Choose a picture`}
          </Button>
          {own && (
            <Button variant="quiet" size="small" onClick={() => save(null)}>
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <PictureDialog
          title={i18n._(description.label)}
          frame={frame}
          alt={alt}
          onClose={() => setOpen(false)}
          onChoose={(picture) => {
            setOpen(false);
            save(picture.url, picture.alt);
          }}
        />
      )}
    </fieldset>
  );
}

/** As the block shows its pictures. */
function useFrame(target: EditTarget): PictureFrame {
  const { blocks = [] } = useBlocks();
  const block = target.kind === 'item' ? blocks.find(({ id }) => id === target.blockId) : undefined;
  return block ? frameOf(block) : frames.whole;
}

function frameOf(block: Block): PictureFrame {
  if (block.block === 'links') return valueAt(block, 'settings.layout') === 'cards' ? frames.wide : frames.square;
  if (block.block === 'image') return valueAt(block, 'settings.fit') === 'contain' ? frames.whole : frames.wide;
  return frames.square;
}
