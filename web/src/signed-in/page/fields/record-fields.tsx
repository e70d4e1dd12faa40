// The fields of a block or an item, drawn from their descriptions.
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import { classNames } from '../../../design/class-names.ts';
import type { EditTarget } from '../../editing/index.ts';
import { ChoiceField, MomentField, NumberField, SwitchField, TypedField } from './basic-fields.tsx';
import { blockFields, type FieldDescription, type FieldKind, itemFields } from './descriptions.ts';
import type { FieldProps } from './field-props.ts';
import { FormFieldsField } from './form-fields-field.tsx';
import { PictureField } from './picture-field.tsx';
import { PlayerField } from './player-field.tsx';
import styles from './record-fields.module.css';
import { ScheduleFields } from './schedule-fields.tsx';
import { SlugField } from './slug-field.tsx';
import { UploadField } from './upload-field.tsx';

const components: Readonly<Record<FieldKind, (props: FieldProps) => React.ReactNode>> = {
  text: TypedField,
  prose: TypedField,
  link: TypedField,
  email: TypedField,
  tel: TypedField,
  number: NumberField,
  choice: ChoiceField,
  switch: SwitchField,
  moment: MomentField,
  player: PlayerField,
  'form-fields': FormFieldsField,
  picture: PictureField,
  upload: UploadField,
  slug: SlugField,
  schedule: ScheduleFields,
};

/** Of the block, or of one of its items. */
export function RecordFields({ block, item }: { block: Block; item?: BlockItem }) {
  return item ? <ItemFields block={block} item={item} /> : <BlockFields block={block} />;
}

function BlockFields({ block }: { block: Block }) {
  const target: EditTarget = { kind: 'block', blockId: block.id };
  return <Fields descriptions={blockFields(block.block)} target={target} record={block} name={block.name ?? ''} />;
}

function ItemFields({ block, item }: { block: Block; item: BlockItem }) {
  const target: EditTarget = { kind: 'item', blockId: block.id, itemId: item.id };
  const name = item.content.caption ?? '';
  return <Fields descriptions={itemFields(block.block)} target={target} record={item} name={name} />;
}

function Fields({
  descriptions,
  ...rest
}: Omit<FieldProps, 'description'> & { descriptions: readonly FieldDescription[] }) {
  return (
    <div className={styles.fields}>
      {descriptions.map((description) => {
        const Component = components[description.kind];
        return (
          <div key={description.path} className={classNames(styles.field, description.isHalf && styles.half)}>
            <Component description={description} {...rest} />
          </div>
        );
      })}
    </div>
  );
}
