// What goes into the dark panels: examples of answers, and requests as lines for a shell.

import { type Html, html } from '../html.ts';
import type { Operation, Parameter, Schema } from './document.ts';
import { exampleOf } from './examples.ts';
import type { Setting } from './sample-words.ts';
import { sample } from './samples.ts';

/** JSON as it would be indented, with its keys and values told apart. */
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

/** One command, ready to be pasted once the key is in its variable. */
export function curl(operation: Operation, setting: Setting): string {
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(
      (parameter) => `${encodeURIComponent(parameter.name)}=${encodeURIComponent(parameterValue(parameter, setting))}`,
    );
  const url = setting.origin + filledPath(operation, setting) + (query.length > 0 ? `?${query.join('&')}` : '');
  const isRead = operation.method === 'GET';
  const lines = [
    `curl ${isRead || bodyOf(operation) ? '' : `-X ${operation.method} `}${quoted(url)}`,
    ...(operation.needsKey ? [`-H "Authorization: Bearer $${keyVariable}"`] : []),
    ...(isRead ? [] : bodyLines(operation, setting)),
  ];
  return lines.join(' \\\n  ');
}

function filledPath({ path, parameters }: Operation, setting: Setting): string {
  return path.replace(/\{([^}]+)\}/g, (whole, name: string) => {
    const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
    return parameter ? encodeURIComponent(parameterValue(parameter, setting)) : whole;
  });
}

function parameterValue({ name, schema = {}, example }: Parameter, setting: Setting): string {
  return String(example ?? sample(schema, setting, name));
}

function bodyLines(operation: Operation, setting: Setting): string[] {
  const body = bodyOf(operation);
  if (!body) return [];
  const { send } = exampleOf(operation);
  const fields = send ? Object.entries(send) : sampleFields(body.schema, setting);
  if (body.type === 'multipart/form-data') {
    return fields.map(
      ([name, value]) => `-F ${quoted(`${name}=${isFile(body.schema, name) ? '@picture.jpg' : value}`)}`,
    );
  }
  if (body.type === 'application/x-www-form-urlencoded') {
    return fields.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  }
  return ["-H 'Content-Type: application/json'", `-d ${quoted(readableJson(Object.fromEntries(fields)))}`];
}

/** In one line where that is short. */
function readableJson(value: object): string {
  const line = JSON.stringify(value);
  return line.length > 60 ? JSON.stringify(value, null, 2) : line;
}

function bodyOf({ body }: Operation): { type: string; schema: Schema } | undefined {
  const [first] = Object.entries(body?.content ?? {});
  return first && { type: first[0], schema: first[1].schema ?? {} };
}

function isFile({ properties = {} }: Schema, name: string): boolean {
  return properties[name]?.format === 'binary';
}

/** What has to be sent, or one field where nothing has to. */
function sampleFields({ properties = {}, required = [] }: Schema, setting: Setting): [string, unknown][] {
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  return names.map((name) => [name, sample(properties[name] ?? {}, setting, name)]);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
