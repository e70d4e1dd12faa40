export type { CallOptions, CreationOptions, EditOptions, StreamOptions } from './calls.ts';
export { createFingerpost, type Fingerpost, type Settings } from './client.ts';
export { type ErrorCode, FingerpostError } from './errors.ts';
export type * from './generated.ts';
export type { FileContent } from './request.ts';
export { etagOf } from './transport.ts';
