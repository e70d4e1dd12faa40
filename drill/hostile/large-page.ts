// The largest page that an account can create: as many links as the service accepts.
import type { PageDocument } from '../../contract/page/document.ts';
import { call } from '../../test/support/server.ts';

const LINKS_PER_BLOCK = 100;
const COUNTS = [10_000, 8000, 7000, 6000, 5000, 4000, 3000, 2000, 1000];

export interface LargePage {
  links: number;
  /** Two documents that differ in every caption, so that each import changes everything. */
  documents: [PageDocument, PageDocument];
  /** The sizes that were rejected, with the status. */
  rejections: string[];
}

export async function makeLargePage(url: string, key: string): Promise<LargePage> {
  const rejections: string[] = [];
  for (const links of COUNTS) {
    const documents: LargePage['documents'] = [documentOf(links, 'Link'), documentOf(links, 'Other link')];
    const { status, text } = await call(url, 'POST /api/v1/page/import', { key, json: { document: documents[1] } });
    if (status === 200) return { links, documents, rejections };
    rejections.push(`${links} links: ${status}`);
    if (status !== 422) throw new Error(`The import of ${links} links was answered ${status}: ${text.slice(0, 300)}`);
  }
  throw new Error(`No large page was accepted: ${rejections.join(', ')}`);
}

function documentOf(links: number, caption: string): PageDocument {
  const blocks = Array.from({ length: Math.ceil(links / LINKS_PER_BLOCK) }, (_, block) => ({
    block: 'links' as const,
    name: `Block ${block}`,
    items: Array.from({ length: Math.min(LINKS_PER_BLOCK, links - block * LINKS_PER_BLOCK) }, (_, item) => {
      const number = block * LINKS_PER_BLOCK + item;
      return { caption: `${caption} ${number}`, link: `https://example.com/${number}` };
    }),
  }));
  const form = { block: 'contact_form' as const, name: 'Write to me' };
  return { version: 1, blocks: [...blocks.slice(0, 95), form] } as PageDocument;
}
