import { type Static, Type } from 'typebox';
import { uploadKinds } from '../page/uploads.ts';
import { OneOf } from './common.ts';

const closed = { additionalProperties: false };
const Amount = Type.Integer({ minimum: 0 });
const limited = (description: string) => Type.Object({ used: Amount, limit: Amount }, { description, ...closed });

export const AccountUsage = Type.Object(
  {
    blocks: limited('Blocks of the page'),
    form_entries: limited('Form entries, without those of deleted forms'),
    uploads: limited('Uploaded files'),
    upload_bytes: limited('Size of all uploaded files with their stored variants'),
    pixels: limited('Pixels'),
    keys: limited('API keys that are neither revoked nor expired'),
    shares: limited('Links to shared statistics'),
    uploads_by_kind: Type.Array(Type.Object({ kind: OneOf(uploadKinds), count: Amount, bytes: Amount }, closed), {
      maxItems: uploadKinds.length,
      description: 'Uploaded files of each kind, in a fixed order',
    }),
    requests_per_minute: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
      description:
        'Requests to the API that all keys of the account together can make in a minute, and all its sessions together; null if there is no limit',
    }),
  },
  { title: 'AccountUsage', ...closed },
);
export type AccountUsage = Static<typeof AccountUsage>;
