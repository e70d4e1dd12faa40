// What the preview shows beyond what is saved: changes that are on their way, and text that is being typed.
import type { Draft, EditTarget, Fields, Operation } from '../editing/index.ts';
import { merged } from '../editing/index.ts';
import type { PreviewChanges } from './preview-requests.ts';

export function previewChanges(pending: readonly Operation[], drafts: readonly Draft[]): PreviewChanges {
  const edits = new Map<string, { target: EditTarget; patch: Fields }>();
  const add = ({ target, patch }: { target: EditTarget; patch: Fields }) => {
    const key = JSON.stringify(target);
    edits.set(key, { target, patch: merged(edits.get(key)?.patch ?? {}, patch) });
  };
  const hidden: number[] = [];
  let order: readonly number[] | undefined;
  for (const operation of pending) {
    if (operation.type === 'edit') add(operation);
    if (operation.type === 'order' && operation.target.kind === 'blocks') order = operation.order;
    if (operation.type === 'delete') hidden.push(idOf(operation.target));
  }
  for (const draft of drafts) add(draft);

  const blocks: object[] = [];
  const items: object[] = [];
  const sections: Record<string, Fields> = {};
  for (const { target, patch } of edits.values()) {
    if (target.kind === 'section') sections[target.section] = patch;
    // Records that are not saved yet are unknown to the service.
    else if (idOf(target) < 0 || target.blockId < 0) continue;
    else if (target.kind === 'block') blocks.push({ id: target.blockId, ...patch });
    else items.push({ id: target.itemId, block_id: target.blockId, ...patch });
  }
  return {
    ...sections,
    ...(blocks.length > 0 && { blocks }),
    ...(items.length > 0 && { items }),
    ...(order?.every((id) => id > 0) && { order: order.filter((id) => !hidden.includes(id)) }),
    ...(hidden.length > 0 && { hidden: hidden.filter((id) => id > 0) }),
  } as PreviewChanges;
}

function idOf(target: Exclude<EditTarget, { kind: 'section' }>): number {
  return target.kind === 'block' ? target.blockId : target.itemId;
}
