// The code panels: highlighted JSON, and requests as shell commands. The values are the examples of the OpenAPI
// document.

import { type Html, html } from '../html.ts';
import type { Media, Operation, Parameter } from './document.ts';

/** Indented JSON, with keys and values marked for the style. */
export function colouredJson(value: unknown, indent = ''): Html {
  if (typeof value === 'string') return html`<span class="s">${JSON.stringify(value)}</span>`;
  if (typeof value !== 'object' || value === null)
    return html`<span class="n">${JSON.stringify(value) ?? 'null'}</span>`;
  const deeper = `${indent}  `;
  const entries = Object.entries(value).map(([key, one]) => {
    const name = Array.isArray(value) ? '' : html`<span class="k">${JSON.stringify(key)}</span>: `;
    return html`${deeper}${name}${colouredJson(one, deeper)}`;
  });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) return html`${open}${close}`;
  return html`${open}\n${entries.map((entry, index) => [index > 0 && ',\n', entry])}\n${indent}${close}`;
}

export const keyVariable = 'FINGERPOST_KEY';

/** One command, ready to paste once the key is in its variable. */
export function curl(operation: Operation, origin: string): string {
  const body = bodyOf(operation);
  const isPlainMethod = operation.method === 'GET' || (operation.method === 'POST' && body);
  const lines = [
    `curl ${isPlainMethod ? '' : `-X ${operation.method} `}${quoted(origin + filledPath(operation) + queryOf(operation))}`,
    ...(operation.needsKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    ...(body ? bodyLines(body.type, body.media) : []),
  ];
  return lines.join(' \\\n  ');
}

function filledPath({ path, parameters }: Operation): string {
  return path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter?.example === undefined ? whole : encodeURIComponent(String(parameter.example));
  });
}

const MAX_OPTIONAL_SHOWN = 2;
const paging = new Set(['page', 'results_per_page']);

/** Required parameters, and a few optional ones as an example. */
function queryOf({ parameters }: Operation): string {
  const inQuery = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const optional = inQuery.filter((one) => !one.required && !paging.has(one.name)).slice(0, MAX_OPTIONAL_SHOWN);
  const shown = inQuery.filter((one) => one.required || optional.includes(one)).map(queryPair);
  return shown.length > 0 ? `?${shown.join('&')}` : '';
}

function queryPair({ name, example }: Parameter): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(String(example))}`;
}

function bodyLines(type: string, { schema = {}, example }: Media): string[] {
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  if (type === 'multipart/form-data') {
    const isFile = (name: string) => schema.properties?.[name]?.format === 'binary';
    return fields.map(([name, value]) => `-F ${quoted(`${name}=${isFile(name) ? '@' : ''}${value}`)}`);
  }
  if (type === 'application/x-www-form-urlencoded') {
    return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  }
  return ["-H 'Content-Type: application/json'", `-d ${quoted(readableJson(example ?? {}))}`];
}

const MAX_JSON_LINE = 60;

function readableJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length > MAX_JSON_LINE ? JSON.stringify(value, null, 2) : line;
}

function bodyOf({ body }: Operation): { type: string; media: Media } | undefined {
  const [first] = Object.entries(body?.content ?? {});
  return first && { type: first[0], media: first[1] };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
