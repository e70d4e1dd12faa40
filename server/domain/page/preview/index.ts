// A page with unsaved changes. They are applied to the stored rows in memory, with the validation and merging of real
// edits: sections first, then blocks, items, what is hidden, the order, and new blocks. There is no transaction and no
// lock, and nothing is written.
import { ApiError } from '../../../../contract/errors.ts';
import type { Page, PageAddresses } from '../../../../contract/page/page.ts';
import type { PagePreviewChanges } from '../../../../contract/schemas/page-preview.ts';
import { type SectionName, sectionEdits } from '../../../../contract/schemas/sections.ts';
import { instantIn, type Micros } from '../../../../contract/time.ts';
import type { Executor } from '../../../storage/tables.ts';
import { createPauses } from '../../../system/pauses.ts';
import { planLinks } from '../../links/link-records.ts';
import type { Quotas } from '../../plans/quotas.ts';
import { checkOrder } from '../blocks/order.ts';
import { pageFromRows, readPageRows } from '../page.ts';
import { changedSection } from '../page-sections.ts';
import { applyBlock, applyItem } from './changes.ts';
import { attempt, createDraft, inOrder, type PageDraft, throwIfInvalid } from './draft.ts';
import { addNewBlock } from './new-blocks.ts';

export interface PreviewRequest {
  accountId: number;
  quotas: Quotas;
  addresses: PageAddresses;
  now: Micros;
  changes: PagePreviewChanges;
}

export async function previewPage(db: Executor, request: PreviewRequest): Promise<Page> {
  const { accountId, quotas, addresses, changes } = request;
  const pause = createPauses();
  const rows = await readPageRows(db, accountId);
  // The account was deleted after its key was looked up.
  if (!rows) throw new ApiError('unauthenticated');
  const reader = { tx: db, accountId, publicToken: rows.account.public_token, quotas };
  const draft = createDraft(reader, rows, pause);
  const at = changes.at === undefined ? request.now : instantIn(changes.at);
  if (at === null) draft.errors.at = ['The field at must be a date and time such as 2026-12-01T09:00:00Z.'];
  await applySections(draft, changes);
  await applyEach(draft, 'blocks', changes.blocks, (sent, field) => applyBlock(draft, sent, field));
  await applyEach(draft, 'items', changes.items, (sent, field) => applyItem(draft, sent, field));
  hide(draft, changes.hidden ?? []);
  await attempt(draft, () => arrange(draft, changes.order));
  await applyEach(draft, 'new_blocks', changes.new_blocks, (sent, field, number) =>
    addNewBlock(draft, sent, number, field),
  );
  const slugs = new Map(rows.slugs);
  await attempt(draft, async () => {
    if (draft.links.length === 0) return;
    for (const [id, slug] of (await planLinks(reader, draft.links)).slugs) slugs.set(id, slug);
  });
  throwIfInvalid(draft);
  const { account, blocks } = draft;
  return pageFromRows({ account, blocks, slugs, pixels: [] }, addresses, at!, pause);
}

async function applySections(draft: PageDraft, changes: PagePreviewChanges): Promise<void> {
  for (const name of Object.keys(sectionEdits) as SectionName[]) {
    const patch = changes[name];
    if (patch === undefined) continue;
    await attempt(draft, async () => {
      draft.account = { ...draft.account, ...(await changedSection(draft.reader, draft.account, name, patch, name)) };
    });
  }
}

async function applyEach(
  draft: PageDraft,
  name: string,
  entries: readonly unknown[] = [],
  apply: (sent: unknown, field: string, number: number) => unknown,
): Promise<void> {
  for (const [number, sent] of entries.entries()) {
    await draft.pause();
    await attempt(draft, () => apply(sent, `${name}.${number}`, number));
  }
}

/** Ids that are already gone are ignored: they may have been deleted elsewhere. */
function hide(draft: PageDraft, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const hidden = new Set(ids);
  draft.blocks = draft.blocks
    .filter(({ id }) => !hidden.has(id))
    .map((block) => ({ ...block, items: block.items.filter(({ id }) => !hidden.has(id)) }));
}

function arrange(draft: PageDraft, order: readonly number[] | undefined): void {
  if (order === undefined) return;
  checkOrder(draft.blocks, order);
  draft.blocks = inOrder(draft.blocks, order);
}
