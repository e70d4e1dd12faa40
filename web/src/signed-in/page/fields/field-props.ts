// What each kind of field gets.
import type { Block, BlockItem } from '../../../../../clients/typescript/index.ts';
import type { EditTarget } from '../../editing/index.ts';
import type { FieldDescription } from './descriptions.ts';

export interface FieldProps {
  description: FieldDescription;
  target: EditTarget;
  record: Block | BlockItem;
  /** What the record is called, for undoing. */
  name: string;
}
