// A valid request for each operation of the OpenAPI document, by an account with data in every table.
import assert from 'node:assert/strict';
import type { MarkedAccount } from '../fuzz/marked-account.ts';
import type { Api, Request } from './api.ts';
import type { Operation } from './openapi.ts';
import { type FormPart, upload } from './upload-form.ts';

export type Target = Omit<MarkedAccount, 'username' | 'key' | 'token' | 'readKey' | 'mark'>;
export interface OperationInput {
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
  showsMark?: boolean;
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
export const operationInputs: Record<string, OperationInput> = {
  getUser: { showsMark: true },
  getProfile: { showsMark: true },
  editProfile: { json: { bio: 'Taken over' } },
  getSeo: { showsMark: true },
  editSeo: { json: { page_name: 'Taken over' } },
  getSocial: { showsMark: true },
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
  getUsername: { showsMark: true },
  editUsername: { json: { username: 'taken-over' } },
  getContrast: {},
  getAppearance: {},
  listBlocks: { showsMark: true },
  createBlock: { json: { block: 'heading', name: 'Taken over' } },
  getBlock: { path: ofBlock, showsMark: true },
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
  getBlockItem: { path: ofItem, showsMark: true },
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
  listBlockEntries: { path: ofForm, showsMark: true },
  deleteBlockEntries: { path: ofForm, json: {} },
  deleteBlockEntry: { path: ({ form, entry }) => ({ block_id: form, entry_id: entry }) },
  listLinks: { showsMark: true },
  getLink: { path: ofLink, showsMark: true },
  editLink: { path: ofLink, json: { slug: 'led-elsewhere' } },
  getPage: { showsMark: true },
  listPageVersions: {},
  getPageVersion: { path: ofVersion, showsMark: true },
  restorePageVersion: { path: ofVersion, json: {} },
  importPage: { json: { mode: 'add', document: { version: 1, blocks: [{ block: 'divider' }] } } },
  previewPage: { json: { seo: { page_name: 'Taken over' } }, reads: true, showsMark: true },
  listPlanHistory: { showsMark: true },
  listBreakdown: { json: { dimension: 'city' }, showsMark: true },
  getBreakdowns: { json: { dimensions: 'city,hour' }, showsMark: true },
  getSeries: { json: { interval: 'week' } },
  listLinkFigures: { showsMark: true },
  listVisits: { showsMark: true },
  getExclusion: {},
  editExclusion: { json: { renew: true } },
  listShares: { showsMark: true },
  shareStatistics: { json: { name: 'Taken over' } },
  deleteShare: { path: ({ share: id }) => ({ id }) },
  getLiveVisitors: { showsMark: true },
  getLocationData: {},
  getClicks: { showsMark: true },
  getLinkClicks: { path: ({ slug }) => ({ slug }), showsMark: true },
  getViews: { showsMark: true },
  listUploads: { showsMark: true },
  createUpload: { sendsFile: true },
  getUpload: { path: ofUpload, showsMark: true },
  deleteUpload: { path: ofUpload },
  listPixels: { showsMark: true },
  createPixel: pixel,
  getPixelTemplates: {},
  getPixel: { path: ofPixel, showsMark: true },
  editPixel: { path: ofPixel, ...pixel },
  deletePixel: { path: ofPixel },
  listActivities: { showsMark: true },
  listKeys: {},
};

/** An alias has the request of the original. */
export function askFor({ operationId, 'x-alias-of': original = operationId }: Operation): OperationInput {
  const ask = operationInputs[original];
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

export async function jsonFor(api: Api, { json, jsonOf }: OperationInput, account: MarkedAccount) {
  return jsonOf ? jsonOf(api, account) : json;
}

export function fileFrom(key: string, fields: Record<string, unknown> = {}): Request {
  const texts = Object.entries(fields).map(([name, value]): FormPart => [name, String(value)]);
  return upload(key, ['file', 'taken over', 'taken.txt'], ...texts);
}

export function requestOf(method: string, path: string, ask: OperationInput, of: Target): string {
  const values: Record<string, string | number> = ask.path?.(of) ?? {};
  const filled = path.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(values[name]));
  assert.doesNotMatch(filled, /undefined/, `${method} ${path} has a parameter without a value`);
  return `${method} ${filled}`;
}
