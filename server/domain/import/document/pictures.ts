// The uploads that a document refers to: those of the account, and missing ones. Other accounts are not asked: the answer
// would tell somebody who has a file whether anybody here has it too.
import { type ApiError, invalid } from '../../../../contract/errors.ts';
import type { DocumentBlock, DocumentItem, PageDocument } from '../../../../contract/page/document.ts';
import { readUploadReference, uploadReference } from '../../../../contract/page/uploads.ts';
import { pageOfUploads } from '../../../storage/page/uploads.ts';
import type { Store } from '../../../storage/store.ts';
import type { Quotas } from '../../plans/quotas.ts';
import type { WantedPage } from './wanted.ts';

const MAX_ERRORS = 100;

/** Returns the replacement of a reference; undefined removes it. */
export type Replace = (reference: string, field: string) => string | undefined;

/** The document with every reference to an upload replaced. */
function withReferences(document: PageDocument, replace: Replace): PageDocument {
  const { profile, seo, background, blocks } = document;
  const at = (reference: string | undefined, field: string) =>
    reference === undefined ? undefined : replace(reference, field);
  const { image, video, ...plain } = background?.settings ?? {};
  const settings = {
    ...(video && { video: { ...video, video: at(video.video, 'background.settings.video.video') } }),
    ...(image && { image: { ...image, image: at(image.image, 'background.settings.image.image') } }),
    ...plain,
  };
  return {
    ...document,
    ...(profile && { profile: { ...profile, avatar: at(profile.avatar, 'profile.avatar') } }),
    ...(seo && { seo: { ...seo, opengraph_image: at(seo.opengraph_image, 'seo.opengraph_image') } }),
    ...(background && { background: { ...background, settings } }),
    ...(blocks && { blocks: blocks.map((block, index) => blockWith(block, `blocks.${index}`, at)) }),
  };
}

function blockWith(
  block: DocumentBlock,
  field: string,
  at: (reference: string | undefined, field: string) => string | undefined,
): DocumentBlock {
  if (!block.items) return block;
  const items = block.items.map((item: DocumentItem, index: number) => {
    const thumbnail = at(item.thumbnail, `${field}.items.${index}.thumbnail`);
    if (item.link === undefined || !readUploadReference(item.link)) return { ...item, thumbnail };
    const link = at(item.link, `${field}.items.${index}.link`);
    // Without a link there is no slug either.
    return link === undefined
      ? { ...item, thumbnail, link, slug: undefined, former_slugs: undefined }
      : { ...item, thumbnail, link };
  });
  return { ...block, items } as DocumentBlock;
}

export interface Pictures {
  document: PageDocument;
  warnings: string[];
}

/** Every upload must belong to the account, or be left out. */
export async function resolvePictures(
  { store }: { store: Pick<Store, 'read'> },
  {
    accountId,
    document,
    leavesPicturesOut,
    quotas,
  }: Pick<WantedPage, 'document' | 'leavesPicturesOut'> & { accountId: number; quotas: Pick<Quotas, 'uploads'> },
): Promise<Pictures> {
  const fields = fieldsByDigest(document);
  if (fields.size > quotas.uploads) {
    throw invalid({
      blocks: [`The page refers to ${fields.size} uploads; the limit for an account is ${quotas.uploads}.`],
    });
  }
  const { rows } = await pageOfUploads(store.read, accountId, {}, { page: 1, size: quotas.uploads });
  const files = new Map(rows.map(({ digest, file }) => [digest, file]));
  const missing = [...fields].filter(([digest]) => !files.has(digest));
  if (missing.length > 0 && !leavesPicturesOut) throw notHere(missing);
  const warnings = missing.flatMap(([, names]) =>
    names.map((field) => `${field} is left out: the upload does not exist here.`),
  );
  const resolved = withReferences(document, (reference) => {
    const { digest } = readUploadReference(reference)!;
    const file = files.get(digest);
    return file && uploadReference({ digest, file });
  });
  return { document: resolved, warnings };
}

function fieldsByDigest(document: PageDocument): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  withReferences(document, (reference, field) => {
    const { digest } = readUploadReference(reference)!;
    const known = fields.get(digest);
    if (known) known.push(field);
    else fields.set(digest, [field]);
    return reference;
  });
  return fields;
}

function notHere(missing: readonly [digest: string, fields: string[]][]): ApiError {
  const errors = missing.flatMap(([digest, fields]) =>
    fields.map((field) => {
      const sentence = `The field ${field} refers to the upload ${digest.slice(0, 12)}…, which does not exist here; upload it first, or leave it out.`;
      return [field, [sentence]] as [string, string[]];
    }),
  );
  return invalid(Object.fromEntries(errors.slice(0, MAX_ERRORS)));
}
