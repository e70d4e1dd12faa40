// Converts blocks of a document to drafts and patches, which have the field names of the API's records.
import { type TSchema, Type } from 'typebox';
import type { FieldErrors } from '../../../../../contract/errors.ts';
import { type BlockPatch, type ItemPatch, readBlockDraft } from '../../../../../contract/page/block-drafts.ts';
import { blockShapes } from '../../../../../contract/page/block-shapes.ts';
import type { DocumentBlock, DocumentItem, PageDocument } from '../../../../../contract/page/document.ts';
import type { BlockDraft, ItemDraft } from '../../../../../contract/page/drafts.ts';
import { readUploadReference, type UploadOwner, uploadPath } from '../../../../../contract/page/uploads.ts';
import { createPauses } from '../../../../system/pauses.ts';
import { documentLink, sparseBlock } from '../stored/blocks.ts';

export function blockDraft(block: DocumentBlock, owner: UploadOwner): BlockDraft {
  return {
    block: block.block,
    name: block.name ?? null,
    subheading: block.subheading ?? null,
    blocks: block.content === undefined ? null : { content: block.content },
    settings: (block.settings ?? null) as BlockDraft['settings'],
    items: (block.items ?? []).map((item: DocumentItem) => itemDraft(item, owner)),
  };
}

export function itemDraft(item: DocumentItem, owner: UploadOwner): ItemDraft {
  return {
    thumbnail: address(item.thumbnail, owner),
    element: (item.element ?? null) as ItemDraft['element'],
    link: address(item.link, owner),
    content: { caption: item.caption ?? null, ...(item.alt === undefined ? {} : { alt: item.alt }) },
    settings: (item.settings ?? null) as ItemDraft['settings'],
    ...(item.slug === undefined ? {} : { slug: item.slug }),
  };
}

/** The block without its items. Omitted values are reset to their defaults. */
export function blockPatch({ block, name, subheading, content, settings }: DocumentBlock): BlockPatch {
  const shape = blockShapes[block];
  return {
    name: name ?? null,
    subheading: subheading ?? null,
    blocks: { content: whole(shape.content, content) },
    settings: whole(shape.settings, settings) as BlockPatch['settings'],
  };
}

/** The item without its slugs. */
export function itemPatch(type: DocumentBlock['block'], item: DocumentItem, owner: UploadOwner): ItemPatch {
  const shape = blockShapes[type].item;
  return {
    thumbnail: address(item.thumbnail, owner),
    element: whole(shape.element, item.element) as ItemPatch['element'],
    link: address(item.link, owner),
    content: { caption: item.caption ?? null, alt: item.alt ?? null },
    settings: whole(shape.settings, item.settings) as ItemPatch['settings'],
  };
}

/** Validates the blocks, normalizes links, and removes values that equal the default. */
export async function resolvedBlocks(
  document: PageDocument,
  owner: UploadOwner,
  fieldErrors: FieldErrors,
): Promise<DocumentBlock[]> {
  const pause = createPauses();
  const blocks: DocumentBlock[] = [];
  for (const [index, block] of (document.blocks ?? []).entries()) {
    await pause();
    const found: FieldErrors = {};
    const draft = readBlockDraft(blockDraft(block, owner), `blocks.${index}`, found);
    reportInDocument(found, fieldErrors);
    const isPlayer = block.block === 'video' || block.block === 'music';
    const content = isPlayer ? draft?.blocks?.content : block.content;
    const items = (block.items ?? []).map((item: DocumentItem, itemIndex: number): DocumentItem => {
      const link = draft?.items?.[itemIndex]?.link;
      return { ...item, link: link ? documentLink(link, owner) : item.link };
    });
    blocks.push(sparseBlock({ ...block, content, items } as DocumentBlock));
  }
  return blocks;
}

/** The content of a block has another path in a document than in a record. */
function reportInDocument(found: FieldErrors, fieldErrors: FieldErrors): void {
  for (const [path, sentences] of Object.entries(found)) {
    const own = path.replace(/^(blocks\.\d+)\.blocks\.content/, '$1.content');
    fieldErrors[own] = sentences.map((sentence) => sentence.replace(path, own));
  }
}

/** Every field of the shape; omitted ones as null. */
function whole(shape: TSchema, given: unknown): unknown {
  if (!Type.IsObject(shape)) return given ?? null;
  const names = Object.keys(shape.properties);
  if (names.length === 0 || given === undefined) return null;
  return Object.fromEntries(names.map((name) => [name, (given as Record<string, unknown>)[name] ?? null]));
}

/** Resolves upload references to paths of this account. */
export function address(given: string | undefined, owner: UploadOwner): string | null {
  if (given === undefined) return null;
  const upload = readUploadReference(given);
  return upload ? uploadPath({ ...upload, owner: owner.publicToken }) : given;
}
