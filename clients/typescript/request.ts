// From an operation's values to what `fetch` takes. The parameters of a GET go into the query string: `fetch` sends no
// body with it.

/** What a file consists of. A `File` brings its name along. */
export type FileContent = Blob | Uint8Array | ArrayBuffer;

/** What an operation asks for, as the generated operations say it. */
export interface ApiRequest {
  readonly method: string;
  /** With its parameters by name: `/api/v1/pixels/{id}`. */
  readonly path: string;
  readonly at?: Readonly<Record<string, string | number>>;
  readonly query?: object;
  /** The body, under the form in which it is sent. */
  readonly json?: object;
  readonly form?: object;
  readonly multipart?: object;
  /** The answer is no JSON, and is handed over as it is. */
  readonly file?: true;
  /** The answer is a stream of server-sent events. */
  readonly stream?: true;
  /** Takes an Idempotency-Key: sent again with the same one, it happens once. */
  readonly once?: true;
  /** A write that is answered with the record, if it is asked to. */
  readonly record?: true;
}

export interface Prepared {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: RequestInit['body'] | undefined;
}

/** What a call says beside its values. */
interface Conditions {
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  readonly lastEventId?: string | undefined;
}

export function prepare(
  root: string,
  key: string | undefined,
  request: ApiRequest,
  conditions: Conditions = {},
): Prepared {
  const { idempotencyKey = freshKey(), ifMatch, lastEventId } = conditions;
  const { method, path, at = {}, query = {}, json } = request;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, at[name]));
  const search = new URLSearchParams(pairs(query)).toString();
  const headers = new Headers({ accept: acceptedBy(request) });
  if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
  if (json) headers.set('content-type', 'application/json');
  if (ifMatch !== undefined) headers.set('if-match', ifMatch);
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
  if (request.once) headers.set('idempotency-key', idempotencyKey);
  if (request.record) headers.set('prefer', 'return=representation');
  return { url: `${root}${filled}${search && `?${search}`}`, method, headers, body: bodyOf(request) };
}

function acceptedBy({ file, stream }: ApiRequest): string {
  if (stream) return 'text/event-stream';
  return file ? '*/*' : 'application/json';
}

function bodyOf({ json, form, multipart }: ApiRequest): Prepared['body'] {
  if (json) return JSON.stringify(json);
  if (form) return new URLSearchParams(pairs(form));
  if (!multipart) return undefined;
  const body = new FormData();
  for (const [name, value] of values(multipart)) {
    if (value instanceof Blob) body.append(name, value);
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value))
      body.append(name, new Blob([value as ArrayBuffer]));
    else body.append(name, String(value));
  }
  return body;
}

function pairs(given: object): [string, string][] {
  return values(given).map(([name, value]) => [name, String(value)]);
}

/** A list is its name repeated; what is undefined is not sent. */
function values(given: object): [string, unknown][] {
  return Object.entries(given)
    .flatMap(([name, value]) =>
      Array.isArray(value) ? value.map((one): [string, unknown] => [name, one]) : [[name, value]],
    )
    .filter((pair): pair is [string, unknown] => pair[1] !== undefined);
}

/** An empty segment or one of dots would name another address than the one that was meant. */
function segment(name: string, value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`The ${name} "${text}" cannot be part of an address.`);
  return encodeURIComponent(text);
}

/** Not `randomUUID`: browsers have it on secure pages only. */
function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
