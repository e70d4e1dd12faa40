// One field for whatever is to be added: pasted links, or the name of a block.
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type Ref, useId, useState } from 'react';
import { blockDefinitions } from '../../../../../contract/blocks/index.ts';
import { linksIn } from '../../../../../contract/page/pasted-links.ts';
import { playerOf } from '../../../../../contract/page/players.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { Button } from '../../../design/actions/button.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VisuallyHidden } from '../../../design/visually-hidden.tsx';
import { useUnsaved } from '../../../frame/unsaved.ts';
import styles from './add-field.module.css';
import { useAddedText } from './added-text.ts';
import { useBlockSearch } from './block-search.ts';
import type { Creations } from './creations.ts';

interface AddFieldProps {
  creations: Creations;
  onBrowse: () => void;
  ref?: Ref<HTMLInputElement>;
}

export function AddField({ creations, onBrowse, ref }: AddFieldProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  const { text, type, added, undoKeys } = useAddedText();
  const [isUnknown, setUnknown] = useState(false);
  const links = linksIn(text);
  const found = useBlockSearch(links.length > 0 ? '' : text);
  useUnsaved(() => links.length > 0);
  const isSearching = text.trim() !== '' && links.length === 0;

  const add = (given: string): boolean => {
    const pasted = linksIn(given);
    const [first] = pasted;
    if (!first) return false;
    const player = pasted.length === 1 ? playerOf(first.link) : undefined;
    if (player) creations.player(player, first);
    else creations.links(pasted);
    added();
    return true;
  };
  const choose = (block: BlockType) => {
    creations.block(block);
    added();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add(text)) return;
    if (isSearching && found[0]) choose(found[0]);
    else setUnknown(isSearching);
  };
  const paste = (event: ClipboardEvent) => {
    if (text === '' && add(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  const clear = (event: KeyboardEvent) => {
    if (event.key === 'Escape') type('');
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>
        <VisuallyHidden>
          <Trans>Paste a link or search for a block</Trans>
        </VisuallyHidden>
      </label>
      <div className={styles.box}>
        <span className={styles.icon}>
          <Icon name={links.length > 0 ? 'link' : 'search'} />
        </span>
        <input
          ref={ref}
          id={id}
          type="text"
          className={styles.input}
          value={text}
          placeholder={t`Paste a link or search for a block`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            type(event.target.value);
            setUnknown(false);
          }}
          onPaste={paste}
          {...undoKeys}
          onKeyDown={clear}
        />
        {links.length > 0 ? (
          <Button type="submit" variant="primary" size="small">
            <Trans>Add</Trans>
          </Button>
        ) : (
          <Button variant="quiet" size="small" icon="plus" onClick={onBrowse}>
            <Trans>All blocks</Trans>
          </Button>
        )}
      </div>
      <div role="status">
        {isSearching && (
          <VisuallyHidden>{plural(found.length, { one: '# block found', other: '# blocks found' })}</VisuallyHidden>
        )}
        {(isUnknown || (isSearching && found.length === 0)) && (
          <p className={styles.nothing}>
            <Trans>This is neither a link nor the name of a block.</Trans>
          </p>
        )}
      </div>
      {isSearching && found.length > 0 && (
        <ul className={styles.found} aria-label={t`Blocks`}>
          {found.map((block) => (
            <li key={block}>
              <button type="button" className={styles.choice} onClick={() => choose(block)}>
                <span className={styles.sign}>
                  <Icon name={blockDefinitions[block].icon} />
                </span>
                <span>
                  <span className={styles.name}>{i18n._(blockDefinitions[block].title)}</span>
                  <span className={styles.text}>{i18n._(blockDefinitions[block].text)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
