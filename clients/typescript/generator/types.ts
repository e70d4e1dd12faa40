// From a JSON Schema to a TypeScript type. The text is correct, not beautiful: a formatter goes over all of it.
import { onlyKnown, type Schema, Unknown } from './document.ts';

/** What a type cannot say and the service checks. `format` is read for files alone. */
const rules = [
  ...['format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'propertyNames'],
];
const words = ['title', 'description', 'deprecated', 'default', 'example', 'examples', 'readOnly', 'writeOnly'];
const shapes = ['$ref', 'type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'];
const contents = ['properties', 'required', 'additionalProperties', 'items'];
const known = new Set([...rules, ...words, ...shapes, ...contents]);

/** Names that generated code needs for itself. */
const taken = new Set(['Array', 'AsyncGenerator', 'Blob', 'FileContent', 'Promise', 'Record']);
const renamed: Readonly<Record<string, string>> = { Error: 'ErrorAnswer' };
const SCHEMAS = '#/components/schemas/';

export function nameOf(schemaName: string): string {
  const name = renamed[schemaName] ?? schemaName;
  if (!/^[A-Z]\w*$/.test(name) || taken.has(name)) {
    throw new Unknown(`The schema "${schemaName}" needs another name: no type can be called that in the client.`);
  }
  return name;
}

export function declaration(name: string, schema: Schema, at: string): string {
  const type = typeOf(schema, at);
  const keyword = type.startsWith('{') ? `interface ${name}` : `type ${name} =`;
  return `${comment(schema.description, schema.deprecated)}export ${keyword} ${type}\n`;
}

export function typeOf(schema: Schema, at: string): string {
  onlyKnown(schema, known, at);
  onlyOneShape(schema, at);
  if (schema.$ref !== undefined) return referenced(schema.$ref, at);
  if ('const' in schema) return literal(schema.const, at);
  if (schema.enum) return union(schema.enum.map((value) => literal(value, at)));
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return union(choice.map((one, index) => typeOf(one, `${at}/${index}`)));
  if (schema.allOf) return schema.allOf.map((one, index) => `(${typeOf(one, `${at}/${index}`)})`).join(' & ');
  if (schema.type === undefined) return anything(schema, at);
  const names = typeof schema.type === 'string' ? [schema.type] : schema.type;
  return union(names.map((name) => typeNamed(name, schema, at)));
}

function typeNamed(name: string, schema: Schema, at: string): string {
  switch (name) {
    case 'string':
      return schema.format === 'binary' ? 'FileContent' : 'string';
    case 'integer':
      return schema.minimum === 0 && schema.maximum === 1 ? '0 | 1' : 'number';
    case 'number':
    case 'boolean':
    case 'null':
      return name;
    case 'array':
      if (schema.maxItems === 0) return '[]';
      return `(${schema.items ? typeOf(schema.items, `${at}/items`) : 'unknown'})[]`;
    case 'object':
      return objectType(schema, at);
    default:
      throw new Unknown(`${at} is of the type "${name}", which the generator does not know.`);
  }
}

function objectType({ properties, required = [], additionalProperties }: Schema, at: string): string {
  const nameless = required.find((name) => !properties?.[name]);
  if (nameless !== undefined) throw new Unknown(`${at} requires "${nameless}" and does not say what it is.`);
  if (properties) {
    if (typeof additionalProperties === 'object') {
      throw new Unknown(`${at} has both properties and additionalProperties, which no TypeScript type can say.`);
    }
    const members = Object.entries(properties).map(([name, property]) => ({
      name,
      type: typeOf(property, `${at}/${name}`),
      required: required.includes(name),
      description: property.description,
      deprecated: property.deprecated,
    }));
    return object(members);
  }
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties, `${at}/*`) : 'unknown';
  return `Record<string, ${rest}>`;
}

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
}

export function object(members: readonly Member[]): string {
  const lines = members.map(
    ({ name, type, required, description, deprecated }) =>
      `${comment(description, deprecated)}${JSON.stringify(name)}${required ? '' : '?'}: ${type};\n`,
  );
  return `{\n${lines.join('')}}`;
}

export function comment(text: string | undefined, deprecated = false): string {
  const lines = [...(text ? text.split('\n').flatMap(wrapped) : []), ...(deprecated ? ['@deprecated'] : [])];
  if (lines.length === 0) return '';
  const safe = lines.map((line) => line.replaceAll('*/', '*\\/'));
  return safe.length === 1 ? `/** ${safe[0]} */\n` : `/**\n${safe.map((line) => ` * ${line}\n`).join('')} */\n`;
}

function wrapped(paragraph: string): string[] {
  return (
    paragraph
      .trim()
      .match(/.{1,100}(?:\s|$)|\S+/g)
      ?.map((line) => line.trim()) ?? ['']
  );
}

function referenced(reference: string, at: string): string {
  if (!reference.startsWith(SCHEMAS)) throw new Unknown(`${at} refers to ${reference}, which is no schema.`);
  return nameOf(reference.slice(SCHEMAS.length));
}

function literal(value: unknown, at: string): string {
  if (typeof value === 'object' && value !== null) throw new Unknown(`${at} lists a value that is no literal.`);
  return JSON.stringify(value);
}

/** Where several say what it looks like, leaving one of them out would be a lie. */
function onlyOneShape(schema: Schema, at: string): void {
  const said = [...shapes, ...contents].filter((keyword) => keyword in schema);
  const first = said.find((keyword) => keyword !== 'type' && shapes.includes(keyword));
  if (first === undefined) return;
  const beside = said.find((keyword) => keyword !== first && !(keyword === 'type' && /^(enum|const)$/.test(first)));
  if (beside !== undefined)
    throw new Unknown(`${at} has "${beside}" beside "${first}", which the generator cannot join.`);
}

/** Without a type, only a schema that says nothing else about the shape is really anything. */
function anything(schema: Schema, at: string): string {
  const shape = [...contents, ...rules].find((keyword) => keyword in schema);
  if (shape !== undefined) throw new Unknown(`${at} has "${shape}" and no type.`);
  return 'unknown';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].map((type) => (types.length > 1 ? `(${type})` : type)).join(' | ');
}
