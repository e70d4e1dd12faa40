// Adds an item at the end of a block: a pasted link, an uploaded file or a question.
import { useLingui } from '@lingui/react/macro';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { Block } from '../../../../../clients/typescript/index.ts';
import { definitionOf } from '../../../../../contract/blocks/index.ts';
import { linksIn } from '../../../../../contract/page/pasted-links.ts';
import { Icon } from '../../../design/icon.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { useUnsaved } from '../../../frame/unsaved.ts';
import { FileButton } from '../fields/file-button.tsx';
import { useListTools } from '../list/list-context.ts';
import styles from './add-item.module.css';
import { useAddedText } from './added-text.ts';
import { useCreations } from './creations.ts';

export function AddItem({ block }: { block: Block }) {
  const { t } = useLingui();
  const { actions, opened } = useListTools();
  const creations = useCreations(actions, opened);
  const added = (caption: string) => t`${caption} added`;
  const kind = definitionOf(block.block).items?.kind;
  if (kind === 'link') {
    return (
      <AddLine
        label={t`Add a link`}
        onEnter={(text) => {
          const links = linksIn(text);
          creations.links(links, block.id);
          return links.length > 0;
        }}
      />
    );
  }
  if (kind === 'question') {
    const add = (caption: string) => {
      creations.item(block.id, { content: { caption } }, added(caption), true);
      return true;
    };
    return <AddLine label={t`Add a question`} onEnter={add} />;
  }
  const isFile = kind === 'file';
  return (
    <div className={styles.files}>
      <FileButton
        label={isFile ? t`Add a file` : t`Add pictures`}
        variant="quiet"
        multiple
        isPicture={!isFile}
        onUploaded={({ url }, file) => {
          const caption = file.name.replace(/\.\w+$/, '');
          const draft = isFile
            ? { content: { caption }, link: url, element: { type: file.type, bytes: file.size } }
            : { thumbnail: url };
          creations.item(block.id, draft, added(file.name));
        }}
      />
    </div>
  );
}

interface AddLineProps {
  label: string;
  /** False if the text is not understood. */
  onEnter: (text: string) => boolean;
}

function AddLine({ label, onEnter }: AddLineProps) {
  const { text, type, added, undoKeys } = useAddedText();
  useUnsaved(() => text.trim() !== '');
  const enter = (given: string) => {
    if (given.trim() === '' || !onEnter(given)) return false;
    added();
    return true;
  };
  const paste = (event: ClipboardEvent) => {
    const given = event.clipboardData.getData('text/plain');
    if (text === '' && linksIn(given).length > 0 && enter(given)) event.preventDefault();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter(text);
    if (event.key === 'Escape') type('');
  };
  return (
    <label className={styles.line}>
      <Icon name="plus" />
      <VisuallyHidden>{label}</VisuallyHidden>
      <input
        type="text"
        value={text}
        placeholder={label}
        className={styles.input}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
        {...undoKeys}
        onKeyDown={press}
      />
    </label>
  );
}
