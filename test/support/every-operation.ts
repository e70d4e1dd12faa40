// A valid request for each operation of the OpenAPI document, by an account with data in every table.
import assert from 'node:assert/strict';
import type { MarkedAccount } from '../fuzz/marked-account.ts';
import type { Api, Request } from './api.ts';
import type { Operation } from './openapi.ts';
import { type FormPart, upload } from './upload-form.ts';

export type Target = Omit<MarkedAccount, 'username' | 'key' | 'token' | 'readKey' | 'mark'>;
export interface Ask {
  /** The path parameters, if any. */
  path?: (of: Target) => Record<string, string | number>;
  json?: Record<string, unknown>;
  /** If the body must name existing resources. */
  jsonOf?: (api: Api, account: MarkedAccount) => Promise<Record<string, unknown>>;
  /** The request uploads a file. */
  sendsFile?: boolean;
  /** A POST that changes nothing: a key with read scope may send it. */
  reads?: boolean;
  /** The answer to the owner contains the owner's mark. */
  tells?: boolean;
}

const pixel = { json: { name: 'Taken over', type: 'twitter', pixel_id: '1', status: 0 } };
const ofPixel = ({ pixel: id }: Target) => ({ id });
const ofLink = ({ item: id }: Target) => ({ id });
const ofUpload = ({ upload: id }: Target) => ({ id });
const ofBlock = ({ block }: Target) => ({ block_id: block });
const ofItem = ({ block, item }: Target) => ({ block_id: block, item_id: item });
const ofTrashedBlock = ({ trashedBlock }: Target) => ({ block_id: trashedBlock });
const ofTrashedItem = ({ block, trashedItem }: Target) => ({ block_id: block, item_id: trashedItem });
const ofVersion = ({ version: id }: Target) => ({ id });
const ofForm = ({ form }: Target) => ({ block_id: form });

/** A new operation fails a test until it is added here. */
export const asks: Record<string, Ask> = {
  getUser: { tells: true },
  getProfile: { tells: true },
  editProfile: { json: { bio: 'Taken over' } },
  getSeo: { tells: true },
  editSeo: { json: { page_name: 'Taken over' } },
  getSocial: { tells: true },
  editSocial: { json: { youtube: 'takenover' } },
  getCustomize: {},
  editCustomize: { json: { radius: 'square' } },
  getBackground: {},
  editBackground: { json: { type: 'solid', settings: { solid: { color: '#123456' } } } },
  getOptions: {},
  editOptions: { json: { consent_bar: '1' } },
  getAccountSettings: {},
  editAccountSettings: { json: { timezone: 'Asia/Tokyo', notifications: { weekly_summary: true } } },
  getAccountUsage: {},
  getUsername: { tells: true },
  editUsername: { json: { username: 'taken-over' } },
  getContrast: {},
  getAppearance: {},
  listBlocks: { tells: true },
  createBlock: { json: { block: 'heading', name: 'Taken over' } },
  getBlock: { path: ofBlock, tells: true },
  editBlock: { path: ofBlock, json: { name: 'Taken over' } },
  reorderBlocks: {
    jsonOf: async (api, { key }) => {
      const { body } = await api.call('GET /blocks?results_per_page=100', { key });
      return { order: body.response.map(({ id }: { id: number }) => id).reverse() };
    },
  },
  duplicateBlock: { path: ofBlock },
  deleteBlock: { path: ofBlock },
  restoreBlock: { path: ofTrashedBlock },
  getBlockItem: { path: ofItem, tells: true },
  editBlockItem: { path: ofItem, json: { content: { caption: 'Taken over' } } },
  createBlockItem: { path: ofBlock, json: { link: 'https://taken.example/' } },
  reorderBlockItems: {
    path: ofBlock,
    jsonOf: async (api, { key, block }) => {
      const { body } = await api.call(`GET /blocks/${block}`, { key });
      return { order: body.response.items.map(({ id }: { id: number }) => id).reverse() };
    },
  },
  duplicateBlockItem: { path: ofItem },
  deleteBlockItem: { path: ofItem },
  restoreBlockItem: { path: ofTrashedItem },
  listBlockEntries: { path: ofForm, tells: true },
  deleteBlockEntries: { path: ofForm, json: {} },
  deleteBlockEntry: { path: ({ form, entry }) => ({ block_id: form, entry_id: entry }) },
  listLinks: { tells: true },
  getLink: { path: ofLink, tells: true },
  editLink: { path: ofLink, json: { slug: 'led-elsewhere' } },
  getPage: { tells: true },
  listPageVersions: {},
  getPageVersion: { path: ofVersion, tells: true },
  restorePageVersion: { path: ofVersion, json: {} },
  importPage: { json: { mode: 'add', document: { version: 1, blocks: [{ block: 'divider' }] } } },
  previewPage: { json: { seo: { page_name: 'Taken over' } }, reads: true, tells: true },
  listPlanHistory: { tells: true },
  listBreakdown: { json: { dimension: 'city' }, tells: true },
  getBreakdowns: { json: { dimensions: 'city,hour' }, tells: true },
  getSeries: { json: { interval: 'week' } },
  listLinkFigures: { tells: true },
  listVisits: { tells: true },
  getExclusion: {},
  editExclusion: { json: { renew: true } },
  listShares: { tells: true },
  shareStatistics: { json: { name: 'Taken over' } },
  deleteShare: { path: ({ share: id }) => ({ id }) },
  getLiveVisitors: { tells: true },
  getLocationData: {},
  getClicks: { tells: true },
  getLinkClicks: { path: ({ slug }) => ({ slug }), tells: true },
  getViews: { tells: true },
  listUploads: { tells: true },
  createUpload: { sendsFile: true },
  getUpload: { path: ofUpload, tells: true },
  deleteUpload: { path: ofUpload },
  listPixels: { tells: true },
  createPixel: pixel,
  getPixelTemplates: {},
  getPixel: { path: ofPixel, tells: true },
  editPixel: { path: ofPixel, ...pixel },
  deletePixel: { path: ofPixel },
  listActivities: { tells: true },
  listKeys: {},
};

/** An alias has the request of the original. */
export function askFor({ operationId, 'x-alias-of': original = operationId }: Operation): Ask {
  const ask = asks[original];
  assert.ok(ask, `${operationId} is not in test/support/every-operation.ts`);
  return ask;
}

export const nobody: Target = {
  id: 99_999_991,
  block: 99_999_992,
  item: 99_999_993,
  form: 99_999_994,
  entry: 99_999_995,
  trashedBlock: 99_999_998,
  trashedItem: 99_999_999,
  version: 99_999_990,
  pixel: 99_999_996,
  upload: 99_999_997,
  share: 99_999_989,
  slug: 'nobody-has',
  idempotencyKey: 'x',
};

export async function jsonFor(api: Api, { json, jsonOf }: Ask, account: MarkedAccount) {
  return jsonOf ? jsonOf(api, account) : json;
}

export function fileFrom(key: string, fields: Record<string, unknown> = {}): Request {
  const texts = Object.entries(fields).map(([name, value]): FormPart => [name, String(value)]);
  return upload(key, ['file', 'taken over', 'taken.txt'], ...texts);
}

export function requestOf(method: string, path: string, ask: Ask, of: Target): string {
  const values: Record<string, string | number> = ask.path?.(of) ?? {};
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(values[name]));
  assert.doesNotMatch(filled, /undefined/, `${method} ${path} has a parameter without a value`);
  return `${method} ${filled}`;
}
