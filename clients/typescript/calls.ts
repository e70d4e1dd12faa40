// What calls take and give back, apart from the operations themselves.
import type { ApiRequest } from './request.ts';

export interface CallOptions {
  /** Ends the call with all its attempts; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** How long one attempt may take, in milliseconds. */
  readonly timeout?: number | undefined;
}

export interface CreationOptions extends CallOptions {
  /** A fresh one where none is given. With one of your own, a creation that your program repeats happens once. */
  readonly idempotencyKey?: string | undefined;
}

export interface EditOptions extends CallOptions {
  /** What `etagOf` gives of what was read: where it was changed since, the call fails with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
}

export interface StreamOptions extends CallOptions {
  /** The id of the last message of an earlier stream, to continue after it. */
  readonly lastEventId?: string | undefined;
}

export type AnyOptions = CreationOptions & EditOptions & StreamOptions;

export interface Page<T, Meta> {
  readonly records: T[];
  readonly meta: Meta;
}

export interface Transport<Meta> {
  one<T>(request: ApiRequest, options?: AnyOptions): Promise<T>;
  file(request: ApiRequest, options?: AnyOptions): Promise<Blob>;
  page<T>(request: ApiRequest, options?: CallOptions): Promise<Page<T, Meta>>;
  pages<T>(request: ApiRequest, options?: CallOptions): AsyncGenerator<Page<T, Meta>, void, undefined>;
  each<T>(request: ApiRequest, options?: CallOptions): AsyncGenerator<T, void, undefined>;
  stream<T>(request: ApiRequest, options?: StreamOptions): AsyncGenerator<T, void, undefined>;
}
