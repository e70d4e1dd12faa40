export { createFingerpost, type Fingerpost, type Settings } from './client.ts';
export { type ErrorCode, FingerpostError } from './errors.ts';
export type * from './generated.ts';
export type { CallOptions, CreationOptions, PageOf } from './transport.ts';
