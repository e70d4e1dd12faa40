// New blocks and items, each as one change that can be undone.
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import type { CreateBlockFields, CreateBlockItemFields } from '../../../../../clients/typescript/index.ts';
import type { linksIn } from '../../../../../contract/page/pasted-links.ts';
import type { Player } from '../../../../../contract/page/players.ts';
import type { BlockType } from '../../../../../contract/vocabulary.ts';
import { type ToastAction, toast } from '../../../design/feedback/toasts.tsx';
import { provisionalId, type RemovalTarget, useEditor } from '../../editing/index.ts';
import { blockNames } from '../block-names.ts';
import { creationKey } from '../creation-key.ts';
import type { OpenRows } from '../list/list-context.ts';
import type { PageActions } from '../list/page-actions.ts';

type PastedLink = ReturnType<typeof linksIn>[number];

export interface Creations {
  /** At a place from 0; at the end by default. Opens it, so that it can be filled in. */
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
    const titleOf = (type: BlockType) => i18n._(blockNames[type].title);
    const undoable = (text: string, targets: readonly RemovalTarget[], ...others: readonly ToastAction[]) => {
      const undo = () => {
        for (const target of targets) editor.attempt({ type: 'delete', target }, t`Undone: ${text}`);
      };
      toast(text, ...others, { label: t`Undo`, onChoose: undo });
    };

    const createBlock = (draft: CreateBlockFields, label: string, index?: number): RemovalTarget => {
      const id = provisionalId();
      const itemIds = (draft.items ?? []).map(provisionalId);
      const placed = { ...draft, ...(index !== undefined && { position: index + 1 }) };
      editor.attempt({ type: 'create-block', id, itemIds, draft: placed, key: creationKey() }, label);
      return { kind: 'block', blockId: id };
    };

    const createItem = (blockId: number, draft: CreateBlockItemFields, label: string): RemovalTarget => {
      const id = provisionalId();
      editor.attempt({ type: 'create-item', id, blockId, draft, key: creationKey() }, label);
      return { kind: 'item', blockId, itemId: id };
    };

    const addLinks = (links: readonly PastedLink[], blockId?: number) => {
      const items = links.map(({ caption, link }) => ({ content: { caption }, link }));
      const [first] = links;
      if (!first) return;
      const text = links.length === 1 ? t`${first.caption} added` : t`${links.length} links added`;
      const block = actions
        .blocks()
        .find((other) => (blockId === undefined ? other.block === 'links' : other.id === blockId));
      if (!block || block.items.length + items.length > MAX_ITEMS) {
        undoable(text, [createBlock({ block: 'links', items: items.slice(0, MAX_ITEMS) }, text)]);
        return;
      }
      const targets = items.map((item, index) => createItem(block.id, item, t`${links[index]!.caption} added`));
      undoable(text, targets);
    };

    return {
      block(type, index) {
        const target = createBlock({ block: type }, t`${titleOf(type)} added`, index);
        opened.open({ target, part: 'first' });
      },
      player({ block, content }, link, index) {
        const text = t`${titleOf(block)} added`;
        const target = createBlock({ block, blocks: { content } } as CreateBlockFields, text, index);
        const asLink = () => {
          editor.attempt({ type: 'delete', target }, t`Undone: ${text}`);
          addLinks([link]);
        };
        undoable(text, [target], { label: t`Use a link instead`, onChoose: asLink });
      },
      links: addLinks,
      item(blockId, draft, label, isOpened = false) {
        const target = createItem(blockId, draft, label);
        if (isOpened) opened.open({ target, part: 'first' });
      },
    };
  }, [editor, actions, opened, t, i18n]);
}
