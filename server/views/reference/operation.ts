// One operation: what it does and takes on one side, a request and its answer on the other.

import { isDeepStrictEqual } from 'node:util';
import { errorCatalogue } from '../../../contract/errors.ts';
import { type Html, html } from '../html.ts';
import { phrase, prose } from '../prose.ts';
import { colouredJson, curl } from './code.ts';
import type { Body, Operation, Parameter, Response, Schema } from './document.ts';
import { type Field, fieldAndBelow, fieldsOf, formName, formsOf, typeOf } from './fields.ts';

export function renderOperation(operation: Operation, origin: string): Html {
  const successes = operation.responses.filter(({ status }) => status < '4');
  return html`<section class="operation" id="${operation.id}" aria-labelledby="${operation.id}-title">
<div class="about">
<h3 id="${operation.id}-title"><a href="#${operation.id}">${operation.summary}</a></h3>
<p class="endpoint">${methodBadge(operation.method)} <code>${breakable(operation.path)}</code>${!operation.needsKey && html` <span class="tag">no key needed</span>`}</p>
${prose(operation.description)}
${parameterTables(operation)}
${successes.map((response) => responseFields(response))}
${errorTable(operation.responses.filter(({ status }) => status >= '4'))}
</div>
<div class="samples">
${panel('Request', html`<span class="hint">one click selects it</span>`, html`<code class="all">${curl(operation, origin)}</code>`, `Request: ${operation.summary}`)}
${successes.map((response) => responsePanel(response, operation))}
</div>
</section>`;
}

export function methodBadge(method: string): Html {
  return html`<span class="method ${method.toLowerCase()}">${method}</span>`;
}

export function panel(title: Html | string, aside: Html | false, content: Html, label: string): Html {
  return html`<figure class="panel"><figcaption>${title}${aside}</figcaption><pre tabindex="0" role="group" aria-label="${label}">${content}</pre></figure>`;
}

function responsePanel(response: Response, operation: Operation): Html | false {
  if (!response.media) return false;
  const { example } = response.media;
  const title = html`Answer ${statusBadge(response.status)}`;
  return panel(
    title,
    false,
    html`<code>${colouredJson(example)}</code>`,
    `Answer ${response.status}: ${operation.summary}`,
  );
}

function statusBadge(status: string): Html {
  return html`<span class="status s${status[0] ?? ''}">${status}</span>`;
}

/** Long paths and names may break after each part. */
function breakable(text: string): Html {
  return html`${text.split(/(?<=[/_.-])/).map((part) => html`${part}<wbr>`)}`;
}

const places: [place: string, title: string][] = [
  ['path', 'In the path'],
  ['query', 'In the query string'],
  ['header', 'Headers'],
];

function parameterTables({ method, parameters, body }: Operation): Html[] {
  const tables = places.map(([place, title]) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    const either = place === 'query' && method === 'GET' && body !== undefined;
    return (
      here.length > 0 &&
      html`<h4>${either ? 'In the query string or a JSON body' : title}</h4>
${either && body.description ? prose(body.description) : ''}
${fieldTable(here.flatMap(fieldOfParameter), 'input')}`
    );
  });
  const inQuery = parameters.some((parameter) => parameter.in === 'query');
  const bodyTable = body && !(method === 'GET' && inQuery) && renderBody(body);
  return [html`${tables}${bodyTable}`];
}

function fieldOfParameter({ name, schema = {}, required = false, description }: Parameter): Field[] {
  return fieldAndBelow(name, { ...schema, description: description ?? schema.description ?? '' }, 0, required);
}

function renderBody({ content, description = '' }: Body): Html {
  const types = Object.keys(content);
  const schema = Object.values(content)[0]?.schema ?? {};
  return html`<h4>Body</h4>
<p class="formats">As ${types.map((type, index) => html`${index > 0 && (index === types.length - 1 ? ' or ' : ', ')}<code>${breakable(type)}</code>`)}.</p>
${prose(description)}
${formsOf(schema).length > 1 ? formTables(schema) : fieldTable(fieldsOf(schema), 'input')}`;
}

/** What all forms have in common first, and then, to be opened, what each has beside that. */
function formTables(schema: Schema): Html {
  const forms = formsOf(schema);
  const isCommon = (name: string, field: Schema) =>
    forms.every(({ properties = {} }) => isDeepStrictEqual(properties[name], field));
  const parted = forms.map((form) => {
    const fields = Object.entries(form.properties ?? {});
    const common = Object.fromEntries(fields.filter(([name, field]) => isCommon(name, field)));
    const own = Object.fromEntries(fields.filter(([name]) => !Object.hasOwn(common, name)));
    return { form, common, own };
  });
  const common = fieldsOf({ properties: parted[0]?.common ?? {} });
  return html`${common.length > 0 && fieldTable(common, 'input')}
<p class="formats">${common.length > 0 ? 'And in' : 'In'} one of these forms:</p>
<div class="forms">${parted.map(({ form, own }) => {
    const fields = fieldsOf({ ...form, properties: own });
    const { length } = fields;
    return html`<details><summary><code>${formName(form)}</code> <span class="count">${length} ${length === 1 ? 'field' : 'fields'}</span></summary>${fieldTable(fields, 'input')}</details>`;
  })}</div>`;
}

function responseFields({ status, description, media }: Response): Html {
  const schema = media?.schema ?? {};
  const fields = fieldsOf(schema);
  const count = `${fields.length} ${fields.length === 1 ? 'field' : 'fields'}`;
  return html`<h4>Answer ${statusBadge(status)}</h4>
${fields.length === 0 ? html`<p>${phrase(description || typeOf(schema))}</p>` : html`<details><summary><span>${phrase(description || 'Fields')}</span> <span class="count">${count}</span></summary>${fieldTable(fields, 'output')}</details>`}`;
}

/** Who sends has to know every rule, and what is required; who reads, what a field means, and whether it may be missing. */
function fieldTable(fields: Field[], kind: 'input' | 'output'): Html {
  const isInput = kind === 'input';
  const rows = fields.map((field) => {
    if (field.isForm) {
      return html`<tr role="row" class="form d${Math.min(field.depth, 6)}"><th role="rowheader" scope="rowgroup" colspan="${isInput ? 4 : 3}"><code>${field.name}</code></th></tr>
`;
    }
    return html`<tr role="row" class="d${Math.min(field.depth, 6)}">
<th role="rowheader" scope="row"><code>${field.isKey ? html`<i>any key</i>` : breakable(field.name)}</code></th>
<td role="cell" class="type">${field.type}${!isInput && !field.required && ', optional'}</td>
<td role="cell" class="rule">${isInput ? describe(field) : phrase(field.description || field.rule)}</td>
${isInput && html`<td role="cell" class="need">${field.isKey ? '' : field.required ? html`<b>required</b>` : 'optional'}</td>`}</tr>
`;
  });
  return tableOf(`fields ${kind}`, ['Name', 'Type', 'Rule', ...(isInput ? ['Required'] : [])], rows);
}

/** The roles say again what the elements are, for where the style lays rows out as blocks. */
function tableOf(name: string, columns: string[], rows: Html[]): Html {
  const head = columns.map((column) => html`<th role="columnheader" scope="col">${column}</th>`);
  return html`<table role="table" class="${name}"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">
${rows}</tbody></table>`;
}

function describe({ description, rule }: Field): Html {
  if (description === '' || rule === '') return phrase(description || rule);
  return html`${phrase(description)} <span class="fine">${phrase(rule)}</span>`;
}

function errorTable(responses: Response[]): Html | false {
  if (responses.length === 0) return false;
  const rows = responses.map((response) => {
    const code = codeOf(response);
    const text = response.description.replace(`\`${code}\`: `, '');
    return html`<tr role="row"><td role="cell">${statusBadge(response.status)}</td><th role="rowheader" scope="row">${code !== '' && html`<code>${breakable(code)}</code>`}</th><td role="cell">${phrase(text)}</td></tr>
`;
  });
  const statuses = responses.map(({ status }) => status).join(', ');
  const table = tableOf('errors', ['Status', 'Code', 'Meaning'], rows);
  return html`<h4>Errors</h4>
<details><summary><span>${statuses}</span></summary>${table}</details>`;
}

/** The document's own word for it, or else the catalogue's first for that status. */
function codeOf({ status, media }: Response): string {
  const code = media?.schema?.properties?.code;
  const told = (media?.example as { code?: unknown } | undefined)?.code ?? code?.const;
  if (typeof told === 'string') return told;
  const known = Object.entries(errorCatalogue).find(([, error]) => String(error.status) === status);
  return known?.[0] ?? '';
}
