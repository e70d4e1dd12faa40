// All types of blocks, to choose one from.
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { blockDefinitions } from '../../../../../contract/blocks/index.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { SearchField } from '../../../design/fields/text-field.tsx';
import { Sheet } from '../../../design/overlays/dialog.tsx';
import styles from './block-gallery.module.css';
import { BlockSample } from './block-sample.tsx';
import { useBlockSearch } from './block-search.ts';

interface BlockGalleryProps {
  onClose: () => void;
  onChoose: (type: BlockType) => void;
}

export function BlockGallery({ onClose, onChoose }: BlockGalleryProps) {
  const { t, i18n } = useLingui();
  const [text, setText] = useState('');
  const found = useBlockSearch(text);
  return (
    <Sheet title={t`Add a block`} onClose={onClose}>
      <SearchField label={t`Search`} value={text} onChange={(event) => setText(event.target.value)} />
      {found.length === 0 && (
        <p>
          <Trans>No block has this name.</Trans>
        </p>
      )}
      <ul className={styles.grid}>
        {found.map((type) => (
          <li key={type}>
            <button type="button" className={styles.choice} onClick={() => onChoose(type)}>
              <BlockSample type={type} />
              <span className={styles.words}>
                <span className={styles.name}>{i18n._(blockDefinitions[type].title)}</span>
                <span className={styles.text}>{i18n._(blockDefinitions[type].text)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
