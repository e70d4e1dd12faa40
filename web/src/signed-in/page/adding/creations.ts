// New blocks and items, each as one change that can be undone.
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CreateBlockFields, CreateBlockItemFields } from '../../../../../clients/typescript/index.ts';
import { blockDefinitions } from '../../../../../contract/blocks/index.ts';
import type { linksIn } from '../../../../../contract/page/pasted-links.ts';
import type { Player } from '../../../../../contract/page/players.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { type ToastAction, toast } from '../../../design/feedback/toasts.tsx';
import { type Operation, provisionalId, useEditor } from '../../editing/index.ts';
import { creationKey } from '../creation-key.ts';
import type { OpenRows } from '../list/list-context.ts';
import type { PageActions } from '../list/page-actions.ts';

type PastedLink = ReturnType<typeof linksIn>[number];

export interface Creations {
  /** At a position from 0; at the end by default. Opens it, so that it can be filled in. */
  block(type: BlockType, index?: number): void;
  player(player: Player, link: PastedLink, index?: number): void;
  /** To a block of links; by default to the first one, or to a new one. */
  links(links: readonly PastedLink[], blockId?: number): void;
  item(blockId: number, draft: CreateBlockItemFields, label: string, isOpened?: boolean): void;
}

/** A block has at most this many. */
const MAX_ITEMS = 100;

export function useCreations(actions: PageActions, opened: OpenRows): Creations {
  const { t, i18n } = useLingui();
  const editor = useEditor();
  return useMemo(() => {
    const titleOf = (type: BlockType) => i18n._(blockDefinitions[type].title);
    /** Adds them as one change, with a toast that undoes it. */
    const add = (operations: readonly Operation[], text: string, ...others: readonly ToastAction[]) => {
      editor.attempt(operations, text);
      // The service may have refused some of them.
      const undo = () => void operations.some((operation) => editor.undo(operation) !== undefined);
      toast(text, ...others, { label: t`Undo`, onChoose: undo });
    };

    const addLinks = (links: readonly PastedLink[], blockId?: number) => {
      const items = links.map(({ caption, link }) => ({ content: { caption }, link }));
      const [first] = links;
      if (!first) return;
      const text =
        links.length === 1
          ? t`${first.caption} added`
          : plural(links.length, { one: '# link added', other: '# links added' });
      const block = actions
        .blocks()
        .find((other) => (blockId === undefined ? other.block === 'links' : other.id === blockId));
      if (block && block.items.length + items.length <= MAX_ITEMS) {
        add(
          items.map((item) => newItem(block.id, item)),
          text,
        );
        return;
      }
      const blocks = Math.ceil(items.length / MAX_ITEMS);
      const parts = Array.from({ length: blocks }, (_, index) =>
        items.slice(index * MAX_ITEMS, (index + 1) * MAX_ITEMS),
      );
      add(
        parts.map((part) => newBlock({ block: 'links', items: part })),
        text,
      );
    };

    return {
      block(type, index) {
        const creation = newBlock({ block: type }, index);
        editor.attempt(creation, t`${titleOf(type)} added`);
        opened.open({ target: { kind: 'block', blockId: creation.id }, part: 'first' });
      },
      player({ block, content }, link, index) {
        const creation = newBlock({ block, blocks: { content } } as CreateBlockFields, index);
        const asLink = () => {
          editor.undo(creation);
          addLinks([link]);
        };
        add([creation], t`${titleOf(block)} added`, { label: t`Use a link instead`, onChoose: asLink });
      },
      links: addLinks,
      item(blockId, draft, label, isOpened = false) {
        const creation = newItem(blockId, draft);
        editor.attempt(creation, label);
        if (isOpened) opened.open({ target: { kind: 'item', blockId, itemId: creation.id }, part: 'first' });
      },
    };
  }, [editor, actions, opened, t, i18n]);
}

function newBlock(draft: CreateBlockFields, index?: number) {
  const positioned = { ...draft, ...(index !== undefined && { position: index + 1 }) };
  const itemIds = (draft.items ?? []).map(provisionalId);
  return { type: 'create-block', id: provisionalId(), itemIds, draft: positioned, key: creationKey() } as const;
}

function newItem(blockId: number, draft: CreateBlockItemFields) {
  return { type: 'create-item', id: provisionalId(), blockId, draft, key: creationKey() } as const;
}
