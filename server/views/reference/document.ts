// An OpenAPI 3.1 document as the reference reads it: references resolved, operations in the order of their tags.
// Only the parts that are shown have a type here; the rest of the document is ignored.

export interface Schema {
  $ref?: string;
  /** The name of the component, if the schema is one. */
  title?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  description?: string;
  default?: unknown;
  example?: unknown;
  'x-rule'?: string;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
}

export interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}

export interface Body {
  required?: boolean;
  description?: string;
  content: Record<string, Media>;
}

export interface Response {
  status: string;
  description: string;
  media: Media | undefined;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  /** Other requests that do the same. */
  aliases: { method: string; path: string }[];
  parameters: Parameter[];
  body: Body | undefined;
  responses: Response[];
}

export interface Group {
  id: string;
  /** The last part of its page's URL. */
  slug: string;
  name: string;
  description: string;
  operations: Operation[];
}

export interface Reference {
  title: string;
  version: string;
  description: string;
  groups: Group[];
}

interface RawOperation {
  operationId?: string;
  'x-alias-of'?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses?: Record<string, { description?: string; content?: Record<string, Media> }>;
}

interface RawDocument {
  info?: { title?: string; version?: string; description?: string };
  tags?: { name: string; description?: string }[];
  security?: unknown[];
  paths?: Record<string, Record<string, unknown>>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const MAX_DEPTH = 32;

export function readReference(document: object): Reference {
  const { info = {}, tags = [], paths = {}, security = [] } = resolved(document, document) as RawDocument;
  const groups = new Map<string, Group>();
  for (const { name, description = '' } of tags) {
    groups.set(name, emptyGroup(name, description));
  }
  const found = operationsIn(paths);
  for (const { path, method, raw, shared } of found.filter((one) => !one.raw['x-alias-of'])) {
    const name = raw.tags?.[0] ?? 'Other';
    const group = groups.get(name) ?? emptyGroup(name, '');
    groups.set(name, group);
    const aliases = found.filter((one) => raw.operationId && one.raw['x-alias-of'] === raw.operationId);
    group.operations.push({
      ...readOperation(raw, method, path, shared, security),
      aliases: aliases.map((one) => ({ method: one.method.toUpperCase(), path: one.path })),
    });
  }
  return {
    title: info.title ?? 'API',
    version: info.version ?? '',
    description: info.description ?? '',
    groups: [...groups.values()],
  };
}

function operationsIn(paths: NonNullable<RawDocument['paths']>) {
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method) => ({
        path,
        method,
        raw: item[method] as RawOperation,
        shared: (item.parameters as Parameter[]) ?? [],
      })),
  );
}

function emptyGroup(name: string, description: string): Group {
  return { id: `tag-${slug(name)}`, slug: slug(name), name, description, operations: [] };
}

function readOperation(
  raw: RawOperation,
  method: string,
  path: string,
  shared: Parameter[],
  security: unknown[],
): Omit<Operation, 'aliases'> {
  return {
    id: slug(raw.operationId ?? `${method} ${path}`),
    method: method.toUpperCase(),
    path,
    summary: raw.summary ?? `${method.toUpperCase()} ${path}`,
    description: raw.description ?? '',
    needsKey: (raw.security ?? security).length > 0,
    parameters: [...shared, ...(raw.parameters ?? [])],
    body: raw.requestBody,
    responses: Object.entries(raw.responses ?? {}).map(([status, { description = '', content = {} }]) => ({
      status,
      description,
      media: content['application/json'] ?? Object.values(content)[0],
    })),
  };
}

/** A copy with every `$ref` replaced by its target. A recursive reference keeps only its name. */
function resolved(value: unknown, root: unknown, depth = 0, inside: string[] = []): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => resolved(one, root, depth + 1, inside));
  const { $ref, ...rest } = value as Record<string, unknown>;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, one]) => [name, resolved(one, root, depth + 1, inside)]),
  );
  if (typeof $ref !== 'string' || !$ref.startsWith('#/')) return copy;
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec($ref) ?? [];
  const named = name === undefined ? {} : { title: name };
  if (inside.includes($ref)) return { ...named, ...copy };
  const target = resolved(targetOf(root, $ref), root, depth + 1, [...inside, $ref]);
  return { ...named, ...(target as object), ...copy };
}

function targetOf(root: unknown, pointer: string): unknown {
  let target = root;
  for (const part of pointer.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const own = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
    target = own ? (target as Record<string, unknown>)[name] : undefined;
  }
  return target;
}

/** Text as part of a URL. */
export function slug(text: string): string {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'section'
  );
}
