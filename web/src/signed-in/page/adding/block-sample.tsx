// A small drawing of each type of block, made of a few shapes.
import { type BlockType, blockDefinitions } from '../../../../../contract/blocks/index.ts';
import styles from './block-sample.module.css';

export function BlockSample({ type }: { type: BlockType }) {
  return (
    <span className={styles.sample} data-type={type} aria-hidden="true">
      {blockDefinitions[type].sketch.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <span key={index} className={styles[part]} />
      ))}
    </span>
  );
}
