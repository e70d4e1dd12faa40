// One operation: description and parameters on one side, an example request and response on the other.

import { type Html, html } from '../html.ts';
import { prose, renderInline } from '../prose.ts';
import { colouredJson, curl } from './code.ts';
import type { Body, Operation, Response, Schema } from './document.ts';
import { breakable, createFieldLists, fieldCount, folded } from './fields.ts';
import type { SharedObjects } from './objects.ts';

export interface OperationOptions {
  origin: string;
  shared: SharedObjects;
  /** The URL of the section about errors. */
  errorsUrl: string;
}

export function renderOperation(operation: Operation, { origin, shared, errorsUrl }: OperationOptions): Html {
  const successes = operation.responses.filter(({ status }) => status < '4');
  const failures = operation.responses.filter(({ status }) => status >= '4');
  return html`<section class="operation" id="${operation.id}" aria-labelledby="${operation.id}-title">
<div class="about">
<h2 id="${operation.id}-title"><a href="#${operation.id}">${operation.summary}</a></h2>
${endpoint(operation)}
${prose(operation.description)}
${parameterLists(operation, shared)}
${operation.body && renderBody(operation.body, shared)}
${successes.map((response) => renderResponse(response, shared))}
${failures.length > 0 && errorList(failures, errorsUrl)}
</div>
<div class="samples">
${panel('Request', html`<code class="all">${curl(operation, origin)}</code>`, `Request: ${operation.summary}`)}
${successes.map((response) => responsePanel(response, operation))}
</div>
</section>
`;
}

function endpoint({ method, path, needsKey, aliases }: Operation): Html {
  const others = aliases.map(
    (alias) =>
      html`<p class="endpoint alias">or ${methodBadge(alias.method)} <code>${breakable(alias.path)}</code></p>\n`,
  );
  const open = !needsKey && html` <span class="tag">no key needed</span>`;
  return html`<p class="endpoint">${methodBadge(method)} <code>${breakable(path)}</code>${open}</p>\n${others}`;
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

/** The box scrolls, so it is focusable and has an accessible name. */
export function panel(title: Html | string, content: Html, label: string): Html {
  return html`<figure class="panel"><figcaption>${title}</figcaption><pre tabindex="0" role="group" aria-label="${label}">${content}</pre></figure>`;
}

function responsePanel({ status, media }: Response, { summary }: Operation): Html | false {
  if (media?.example === undefined) return false;
  const content = html`<code>${colouredJson(media.example)}</code>`;
  return panel(html`Response ${statusBadge(status)}`, content, `Response ${status}: ${summary}`);
}

function statusBadge(status: string): Html {
  return html`<span class="status s${status[0] ?? ''}">${status}</span>`;
}

const locations: [location: string, title: string][] = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
];

function parameterLists({ parameters }: Operation, shared: SharedObjects): Html[] {
  const { parameterList } = createFieldLists(shared, 'input');
  return locations.flatMap(([location, title]) => {
    const here = parameters.filter((parameter) => parameter.in === location);
    return here.length === 0 ? [] : [html`<h3>${title}</h3>\n${parameterList(here)}\n`];
  });
}

function renderBody({ content, description = '' }: Body, shared: SharedObjects): Html {
  const types = Object.keys(content);
  const schema = Object.values(content)[0]?.schema ?? {};
  const named = types.map((type, index) => [
    index > 0 && (index === types.length - 1 ? ' or ' : ', '),
    html`<code>${breakable(type)}</code>`,
  ]);
  return html`<h3>Body</h3>
<p class="formats">Content type: ${named}.</p>
${prose(description)}${createFieldLists(shared, 'input').contents(schema)}`;
}

function renderResponse({ status, description, media }: Response, shared: SharedObjects): Html {
  const { schema, isInEnvelope, meta, record } = unwrapped(media?.schema ?? {});
  const lists = createFieldLists(shared, 'output');
  const type = media?.schema && lists.typeOf(schema);
  const subject = isInEnvelope ? html`<code>response</code>` : 'The response';
  const besides = meta && html`; <code>meta</code> is ${lists.typeOf(meta)}`;
  const preferred = record && html`; with <code>Prefer: return=representation</code> it is ${lists.typeOf(record)}`;
  const lead = type
    ? html`${subject} is ${article(String(type))}${type}${besides}${preferred}.`
    : renderInline(description);
  const fields = shared.idOf(schema) ? undefined : lists.contents(schema);
  const count = lists.countFields(schema);
  return html`<h3>Response ${statusBadge(status)}</h3>
<p>${lead}</p>
${fields && folded(fieldCount(count), fields)}`;
}

interface Content {
  schema: Schema;
  isInEnvelope: boolean;
  meta?: Schema | undefined;
  /** The answer of a write to `Prefer: return=representation`. */
  record?: Schema | undefined;
}

/** The content of the envelope, if there is one. */
function unwrapped(schema: Schema): Content {
  const [short, record] = schema.anyOf?.flatMap((form) => form.properties?.response ?? []) ?? [];
  if (short) return { schema: short, isInEnvelope: true, record };
  const { response, meta } = schema.properties ?? {};
  return response ? { schema: response, isInEnvelope: true, meta } : { schema, isInEnvelope: false };
}

function article(type: string): string {
  return /^(<[^>]*>)?[aeiou]/i.test(type) ? 'an ' : 'a ';
}

function errorList(responses: readonly Response[], errorsUrl: string): Html {
  const statuses = responses.map(({ status }) => html`<li>${status}</li>`);
  return html`<h3>Errors</h3>
<ul class="errors">${statuses}</ul>
<p><a href="${errorsUrl}">What each error means</a></p>`;
}
