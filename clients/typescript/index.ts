export { createFingerpost, type Fingerpost, type Settings } from './client.ts';
export { type ErrorCode, FingerpostError } from './errors.ts';
export type * from './generated.ts';
export type { FileContent } from './request.ts';
export {
  type CallOptions,
  type CreationOptions,
  type EditOptions,
  etagOf,
  type PageOf,
  type StreamOptions,
} from './transport.ts';
