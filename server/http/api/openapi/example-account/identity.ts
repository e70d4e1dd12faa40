// The account of all examples: its ids, addresses and moments. Ids are unique across the installation, whatever they are
// the id of.
import { uploadPath, uploadReference } from '../../../../../contract/page/uploads.ts';

/** The origin in all examples. The reference replaces it with its own. */
export const EXAMPLE_ORIGIN = 'https://links.example';
export const EXAMPLE_DASHBOARD = 'https://my.links.example';

export const ids = {
  account: 7,
  plan: 8,
  passkey: 11,
  heading: 41,
  block: 42,
  form: 57,
  deletedBlock: 58,
  item: 117,
  otherItem: 118,
  deletedItem: 119,
  upload: 160,
  version: 203,
  pixel: 205,
  key: 210,
  entry: 231,
  otherEntry: 232,
  share: 260,
  session: 320,
  otherSession: 309,
  blockCopy: 341,
  itemOfBlockCopy: 342,
  otherItemOfBlockCopy: 343,
  itemCopy: 344,
  newVersion: 345,
};

/** In chronological order. */
export const moments = {
  joined: '2026-03-02T08:31:00.000000Z',
  linksAdded: '2026-03-02T09:05:00.000000Z',
  formAdded: '2026-03-09T17:20:00.000000Z',
  otherItemAdded: '2026-05-20T14:12:00.000000Z',
  uploaded: '2026-06-08T10:45:00.000000Z',
  blockEdited: '2026-08-12T16:24:00.000000Z',
  pixelAdded: '2026-09-01T07:58:00.000000Z',
  keyAdded: '2026-10-01T12:00:00.000000Z',
  shared: '2026-10-20T15:30:00.000000Z',
  otherSignIn: '2026-11-02T19:04:00.000000Z',
  otherVisit: '2026-11-12T17:20:00.000000Z',
  firstEntry: '2026-11-14T18:02:00.000000Z',
  secondEntry: '2026-11-15T09:12:00.000000Z',
  signIn: '2026-11-15T09:30:00.000000Z',
  visit: '2026-11-15T09:38:00.000000Z',
  now: '2026-11-15T09:40:00.000000Z',
  soon: '2026-11-15T10:30:00.000000Z',
  nextMonth: '2026-12-15T09:40:00.000000Z',
  nextYear: '2027-11-15T09:30:00.000000Z',
};

export const person = {
  username: 'ada',
  email: 'ada@example.com',
  name: 'Ada Fenwick',
  bio: 'I mend old road signs and draw the maps between them.',
};

/** The public token in the URLs of the account's pictures and uploads. */
export const PUBLIC_TOKEN = 'q3Vw8mT0bYkZr5nXc1LsAg';
const file = { digest: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', file: '1600x1200.webp' };
export const uploadUrl = EXAMPLE_ORIGIN + uploadPath({ ...file, owner: PUBLIC_TOKEN });
export const uploadReferenceText = uploadReference(file);
