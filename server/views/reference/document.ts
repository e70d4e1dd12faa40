// An OpenAPI 3.1 document as the reference reads it: references followed, operations in the order of their tags.
// Only what is shown has a type here; everything else in the document is left alone.

export interface Schema {
  $ref?: string;
  /** What the document calls it. */
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
  examples?: unknown[];
  'x-rule'?: string;
}

export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
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
  operationId: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  needsKey: boolean;
  parameters: Parameter[];
  body: Body | undefined;
  responses: Response[];
}

export interface Group {
  id: string;
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
  'x-alias-of'?: string;
  operationId?: string;
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
const deepest = 32;

export function readReference(document: object): Reference {
  const { info = {}, tags = [], paths = {}, security = [] } = followed(document, document) as RawDocument;
  const groups = new Map<string, Group>();
  for (const { name, description = '' } of tags) {
    groups.set(name, { id: `tag-${slug(name)}`, name, description, operations: [] });
  }
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const raw = item[method] as RawOperation | undefined;
      // An alias would be shown twice: the introduction says that there are aliases.
      if (!raw || raw['x-alias-of'] !== undefined) continue;
      const name = raw.tags?.[0] ?? 'Other';
      const group = groups.get(name) ?? { id: `tag-${slug(name)}`, name, description: '', operations: [] };
      groups.set(name, group);
      group.operations.push(readOperation(raw, method, path, (item.parameters as Parameter[]) ?? [], security));
    }
  }
  return {
    title: info.title ?? 'API',
    version: info.version ?? '',
    description: info.description ?? '',
    groups: [...groups.values()],
  };
}

function readOperation(
  raw: RawOperation,
  method: string,
  path: string,
  shared: Parameter[],
  security: unknown[],
): Operation {
  return {
    id: slug(raw.operationId ?? `${method} ${path}`),
    operationId: raw.operationId ?? '',
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

/** A copy in which every `$ref` into the document is what it points to. One that comes round to itself ends there. */
function followed(value: unknown, root: unknown, depth = 0, within: string[] = []): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one) => followed(one, root, depth + 1, within));
  const { $ref, ...rest } = value as Record<string, unknown>;
  const copy = Object.fromEntries(
    Object.entries(rest).map(([name, one]) => [name, followed(one, root, depth + 1, within)]),
  );
  if (typeof $ref !== 'string') return copy;
  if (!$ref.startsWith('#/') || within.includes($ref)) return copy;
  const target = followed(targetOf(root, $ref), root, depth + 1, [...within, $ref]);
  const [, name] = /^#\/components\/schemas\/(.+)$/.exec($ref) ?? [];
  return { ...(name === undefined ? {} : { title: name }), ...(target as object), ...copy };
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

/** A fragment that a URL can carry as it is. */
export function slug(text: string): string {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'section'
  );
}
