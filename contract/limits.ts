// All limits that a client can reach.

export const limits = {
  bodyBytes: 1024 * 1024,
  urlLength: 8 * 1024,
  headerBytes: 32 * 1024,
  pageSizes: [10, 25, 50, 100, 250],
  defaultPageSize: 10,
  activityType: 100,
  activitySearch: 100,
  /** How many activities a search looks at, newest first. */
  searchedActivities: 20_000,
  /** The newest ones of an account; older ones are deleted. */
  activities: 100_000,
  /** The text of an IP address. */
  ip: 45,
  pixels: 100,
  pixelName: 100,
  pixelId: 100,
  idempotencyKey: 255,
  idempotencyHours: 24,
  /** Answers that an account may have stored for its keys. */
  idempotencyKeys: 20_000,
  usernameMin: 2,
  usernameMax: 30,
  /** Previous usernames that stay reserved for the account. */
  formerUsernames: 20,
  email: 254,
  personName: 100,
  /** Keys that work: neither revoked nor expired. */
  keys: 100,
  /** Revoked and expired keys that are still listed; the oldest go first. */
  endedKeys: 100,
  keyName: 100,
  /** Links to shared statistics. */
  shares: 50,
  shareName: 100,
  /** Of everybody who has the link, together. */
  shareRequestsPerMinute: 600,
  passwordMin: 8,
  passwordMax: 128,
  /** A token in a link of a message. */
  signInToken: 512,
  signInCode: 40,
  /** For one account; a sign-in beyond it ends the one that was used least recently. */
  sessions: 100,
  passkeys: 50,
  passkeyName: 100,
  recoveryCodes: 10,
  liveVisitors: 1000,
  /** Open at a time, per account and process. */
  liveStreams: 20,
  bio: 500,
  pageName: 100,
  pageDescription: 300,
  /** Uncompressed HTML. */
  pageBytes: 2 * 1024 * 1024,
  socialHandle: 254,
  /** A page document, or a file to import. */
  documentBytes: 8 * 1024 * 1024,
  imageBytes: 10 * 1024 * 1024,
  imagePixels: 40_000_000,
  imageFrames: 60,
  videoBytes: 50 * 1024 * 1024,
  fileBytes: 25 * 1024 * 1024,
  fileName: 150,
  uploads: 1000,
  uploadHoursUnused: 24,
  /** Previous slugs, which still redirect. */
  formerSlugs: 20,
  /** Deleted blocks and items of an account that can be restored; the oldest go first. */
  trashEntries: 200,
  trashBytes: 8 * 1024 * 1024,
  trashDays: 30,
  /** Earlier versions of a page; the oldest go first. */
  versions: 50,
  versionDays: 90,
  /** Compressed, all versions of an account together. */
  versionBytes: 4 * 1024 * 1024,
  formBytes: 64 * 1024,
  formEntries: 10_000,
  /** Per minute from one address to one form, valid or not. */
  formPostsPerVisitor: 30,
  /** Per minute, valid entries only. */
  formEntriesPerVisitor: 10,
  formEntriesPerAccount: 60,
  /** Mails that ask to confirm an address, in an hour. After that, the next one has to wait. */
  confirmationsPerAddress: 3,
  confirmationsPerNetwork: 10,
  confirmationsPerAccount: 200,
} as const;
