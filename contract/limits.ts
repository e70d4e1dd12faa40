// Every bound that a caller can run into, in one place.

export const limits = {
  bodyBytes: 1024 * 1024,
  urlLength: 8 * 1024,
  headerBytes: 32 * 1024,
  pageSizes: [10, 25, 50, 100, 250],
  defaultPageSize: 10,
  activityType: 100,
  pixelName: 100,
  pixelId: 100,
  idempotencyKey: 255,
  idempotencyHours: 24,
  usernameMin: 2,
  usernameMax: 30,
  email: 254,
  personName: 100,
  keyName: 100,
  passwordMin: 8,
  passwordMax: 128,
  liveVisitors: 1000,
} as const;
