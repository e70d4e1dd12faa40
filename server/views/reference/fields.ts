// The fields of a schema as a nested list: name, type and whether it is required on one line, what it means below it,
// and its own fields one level further in.

import { isDeepStrictEqual } from 'node:util';
import { type Html, html } from '../html.ts';
import { renderInline } from '../prose.ts';
import type { Parameter, Schema } from './document.ts';
import type { SharedObjects } from './objects.ts';
import {
  alternatives,
  formName,
  formsOf,
  isEmptyInput,
  listedTypes,
  mapValues,
  plainType,
  ruleOf,
} from './schema-words.ts';

/** Requests show every rule of a field; responses, its meaning and whether it may be missing. */
export type Direction = 'input' | 'output';

interface Field {
  name: Html | string;
  schema: Schema;
  /** Undefined if not applicable. */
  required?: boolean;
}

const MAX_DEPTH = 8;
/** More nested fields than this are collapsed. */
const MAX_OPEN_FIELDS = 5;

export function createFieldLists(shared: SharedObjects, direction: Direction) {
  function parameterList(parameters: readonly Parameter[]): Html {
    const fields = parameters.map(({ name, schema = {}, required = false, description }) => ({
      name,
      schema: description === undefined ? schema : { ...schema, description },
      required,
    }));
    return list(fields, 0);
  }

  /** The content of a schema: nothing, a list of fields, or one list for each variant. */
  function contents(schema: Schema, depth = 0): Html | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const fields = fieldsIn(schema);
    if (fields.length > 0) return list(fields, depth);
    const forms = formsOf(schema);
    if (forms.length > 1) return formLists(forms, depth);
    for (const inner of [schema.items, ...alternatives(schema)]) {
      const found = inner && !shared.idOf(inner) && contents(inner, depth);
      if (found) return found;
    }
    return undefined;
  }

  function list(fields: readonly Field[], depth: number): Html {
    return html`<ul class="fields">${fields.map((field) => item(field, depth))}</ul>`;
  }

  function item({ name, schema, required }: Field, depth: number): Html {
    const { description = '' } = schema;
    const rule = direction === 'input' || description === '' ? ruleOf(schema) : '';
    const need = needOf(required);
    return html`<li><p class="field"><code>${name}</code> <span class="type">${typeOf(schema)}</span>${need}</p>
${description !== '' && html`<p>${renderInline(description)}</p>\n`}${rule !== '' && html`<p class="rule">${renderInline(rule)}</p>`}${nested(schema, depth)}</li>
`;
  }

  function needOf(required: boolean | undefined): Html | false {
    if (direction === 'input') return required === true && html` <strong class="required">required</strong>`;
    return required === false && html` <span class="type">optional</span>`;
  }

  function nested(schema: Schema, depth: number): Html | false {
    if (shared.idOf(schema)) return false;
    const inside = contents(schema, depth + 1);
    if (!inside) return false;
    const count = countFields(schema);
    return count > MAX_OPEN_FIELDS ? folded(fieldCount(count), inside) : inside;
  }

  /** First the fields that all variants share, then those of each variant. */
  function formLists(forms: readonly Schema[], depth: number): Html {
    const common = commonFields(forms);
    const rest = forms.map((form) => ({ ...form, properties: without(form.properties ?? {}, common) }));
    return html`${common.length > 0 && list(fieldsIn({ ...forms[0], properties: Object.fromEntries(common) }), depth)}
<p class="forms-lead">${common.length > 0 ? 'And the fields of one' : 'One'} of these ${forms.length} variants:</p>
<div class="forms">${rest.map((form, index) => {
      const title = html`<code>${formName(forms[index]!)}</code> <span class="count">${fieldCount(countFields(form))}</span>`;
      return folded(title, list(fieldsIn(form), depth));
    })}</div>`;
  }

  function fieldsIn(schema: Schema): Field[] {
    const own = Object.entries(schema.properties ?? {})
      .filter(([, property]) => direction === 'output' || !isEmptyInput(property))
      .map(([name, property]) => ({ name, schema: property, required: schema.required?.includes(name) ?? false }));
    const values = mapValues(schema);
    return values ? [...own, { name: html`<i>any key</i>`, schema: values }] : own;
  }

  function countFields(schema: Schema): number {
    const inside = [...fieldsIn(schema).map((field) => field.schema), ...(schema.items ? [schema.items] : [])];
    const own = fieldsIn(schema).length;
    const forms = alternatives(schema);
    return [...inside, ...forms].reduce((sum, inner) => sum + (shared.idOf(inner) ? 0 : countFields(inner)), own);
  }

  function typeOf(schema: Schema): Html {
    const id = shared.idOf(schema);
    if (id) return html`<a href="#${id}">${schema.title}</a>`;
    const listed = listedTypes(schema);
    const nullable = alternatives(schema).some(({ type }) => type === 'null');
    if (listed) return html`${[...new Set([...listed, ...(nullable ? ['null'] : [])])].join(' or ')}`;
    const choices = alternatives(schema);
    if (choices.length > 0) return joined(choices.map(typeOf));
    if (schema.type === 'array') return schema.items ? html`array of ${plural(typeOf(schema.items))}` : html`array`;
    return html`${mapValues(schema) ? 'map' : plainType(schema)}`;
  }

  return { parameterList, contents, typeOf, countFields };
}

export function fieldCount(count: number): string {
  return `${count} ${count === 1 ? 'field' : 'fields'}`;
}

export function folded(title: Html | string, content: Html): Html {
  return html`<details><summary><span>${title}</span></summary>${content}</details>`;
}

/** Adds line break opportunities to long paths and names. */
export function breakable(text: string): Html {
  return html`${text.split(/(?<=[/_.-])/).map((part, index) => html`${index > 0 && html`<wbr>`}${part}`)}`;
}

function commonFields(forms: readonly Schema[]): [string, Schema][] {
  return Object.entries(forms[0]?.properties ?? {}).filter(([name, field]) =>
    forms.every(({ properties = {} }) => isDeepStrictEqual(properties[name], field)),
  );
}

function without(properties: Record<string, Schema>, common: readonly [string, Schema][]): Record<string, Schema> {
  const names = new Set(common.map(([name]) => name));
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)));
}

function joined(types: readonly Html[]): Html {
  const different = types.filter((type, index) => types.findIndex((one) => String(one) === String(type)) === index);
  return html`${different.map((type, index) => [index > 0 && ' or ', type])}`;
}

function plural(type: Html): Html {
  return /^[a-z]+$/.test(String(type)) ? html`${type}s` : type;
}
