// The uploads that a document names: which of them the account has, which lie here as somebody else's, and which are
// nowhere. What is in a file is its name, so that whoever has it may have it as their own as well.
import { invalid, type Refusal } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { DocumentBlock, DocumentItem, PageDocument } from '../../../contract/page/document.ts';
import { readUploadReference, uploadReference } from '../../../contract/page/uploads.ts';
import type { Vault } from '../../files/vault.ts';
import type { Store } from '../../storage/store.ts';
import { pageOfUploads } from '../../storage/uploads.ts';

const MOST_TOLD = 100;

/** Gives the reference that is to stand there instead; undefined where none is. */
export type Replace = (reference: string, field: string) => string | undefined;

/** The document with every reference to an upload replaced. */
export function withReferences(document: PageDocument, replace: Replace): PageDocument {
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
    // Without anything to lead to there is no short address either.
    return link === undefined
      ? { ...item, thumbnail, link, slug: undefined, former_slugs: undefined }
      : { ...item, thumbnail, link };
  });
  return { ...block, items } as DocumentBlock;
}

interface Services {
  store: Store;
  files: Vault;
}

/** Every upload that the document names is the account's then, or is left out, or it is refused. */
export async function settlePictures(
  { store }: Services,
  accountId: number,
  document: PageDocument,
  leavesOut: boolean,
): Promise<{ document: PageDocument; warnings: string[] }> {
  const { rows } = await pageOfUploads(store.read, accountId, { page: 1, size: limits.uploads });
  const own = new Map(rows.map(({ digest, file }) => [digest, file]));
  const missing = new Map<string, string>();
  const settled = withReferences(document, (reference, field) => {
    const { digest } = readUploadReference(reference)!;
    const file = own.get(digest);
    if (file === undefined) missing.set(field, reference);
    return file && uploadReference({ digest, file });
  });
  if (missing.size > 0 && !leavesOut) throw notHere(missing);
  const warnings = [...missing.keys()].map((field) => `${field} was left out: that upload is not here.`);
  return { document: settled, warnings };
}

function notHere(missing: ReadonlyMap<string, string>): Refusal {
  const errors = [...missing].slice(0, MOST_TOLD).map(([field, reference]) => {
    const { digest } = readUploadReference(reference)!;
    const sentence = `The field ${field} names the upload ${digest.slice(0, 12)}…, which is not here; upload it first, or leave it out.`;
    return [field, [sentence]];
  });
  return invalid(Object.fromEntries(errors));
}
