// A small drawing of each type of block, made of a few shapes.
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import styles from './block-sample.module.css';

type Shape =
  | 'button'
  | 'title'
  | 'line'
  | 'short'
  | 'picture'
  | 'tile'
  | 'screen'
  | 'player'
  | 'field'
  | 'area'
  | 'fold'
  | 'digits'
  | 'file'
  | 'person'
  | 'pin'
  | 'rule'
  | 'dot';

const samples: Readonly<Record<BlockType, readonly Shape[]>> = {
  links: ['button', 'button', 'button'],
  heading: ['title', 'short'],
  text: ['line', 'line', 'line', 'short'],
  social: ['dot', 'dot', 'dot', 'dot'],
  image: ['picture'],
  gallery: ['tile', 'tile', 'tile', 'tile'],
  video: ['screen'],
  music: ['player'],
  signup: ['field', 'button'],
  contact_form: ['field', 'area', 'button'],
  faq: ['fold', 'fold', 'fold'],
  countdown: ['digits', 'short'],
  file: ['file', 'file'],
  contact_card: ['person', 'line', 'short'],
  map: ['pin'],
  divider: ['line', 'rule', 'line'],
};

export function BlockSample({ type }: { type: BlockType }) {
  return (
    <span className={styles.sample} data-type={type} aria-hidden="true">
      {samples[type].map((shape, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change.
        <span key={index} className={styles[shape]} />
      ))}
    </span>
  );
}
