// What an operation takes, as arguments of a function and as parts of the request that it sends.
import { type Content, type Operation, onlyKnown, type Parameter, type Schema, Unknown } from './document.ts';
import { typeName } from './naming.ts';
import { declaration, object, typeOf } from './types.ts';

export interface Inputs {
  readonly parameters: readonly string[];
  readonly parts: readonly string[];
  /** Declarations, by name. */
  readonly types: Readonly<Record<string, string>>;
}

const knownInParameter = new Set(['name', 'in', 'required', 'description', 'deprecated', 'schema', 'example']);
const knownInBody = new Set(['required', 'description', 'content']);
const nothing: Inputs = { parameters: [], parts: [], types: {} };
/** Headers that a call's options speak for. */
const optionHeaders: Readonly<Record<string, { options?: string; parts: readonly string[] }>> = {
  'idempotency-key': { options: 'CreationOptions', parts: ['once: true'] },
  'if-match': { options: 'EditOptions', parts: [] },
  'last-event-id': { options: 'StreamOptions', parts: [] },
  // Always sent.
  prefer: { parts: ['record: true'] },
};

/** Values of the path first, then the fields of the body, then the query, then options. */
export function inputsOf(path: string, method: string, operationId: string, operation: Operation, at: string): Inputs {
  const { parameters = [] } = operation;
  for (const parameter of parameters) checkParameter(parameter, at);
  const given = [
    pathInputs(path, parameters, at),
    bodyInputs(operationId, method, operation, at),
    queryInputs(operationId, parameters, at),
    optionInputs(parameters),
  ];
  return {
    parameters: given.flatMap((inputs) => inputs.parameters),
    parts: given.flatMap((inputs) => inputs.parts),
    types: Object.assign({}, ...given.map(({ types }) => types)),
  };
}

function checkParameter(parameter: Parameter, at: string): void {
  onlyKnown(parameter, knownInParameter, `${at}, in a parameter,`);
  const isOption = parameter.in === 'header' && Object.hasOwn(optionHeaders, parameter.name) && !parameter.required;
  if (parameter.in !== 'path' && parameter.in !== 'query' && !isOption) {
    throw new Unknown(`${at} takes "${parameter.name}" in the ${parameter.in}, which the client cannot send.`);
  }
}

function pathInputs(path: string, parameters: readonly Parameter[], at: string): Inputs {
  const found = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema;
    if (!schema) throw new Unknown(`${at} does not say what {${name}} is.`);
    const variable = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const value = variable === name ? name : `${name}: ${variable}`;
    return { parameter: `${variable}: ${typeOf(schema, `${at} {${name}}`)}`, value };
  });
  if (found.length === 0) return nothing;
  const values = found.map(({ value }) => value).join(', ');
  return { parameters: found.map(({ parameter }) => parameter), parts: [`at: { ${values} }`], types: {} };
}

function queryInputs(operationId: string, parameters: readonly Parameter[], at: string): Inputs {
  const members = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ required = false, schema, ...rest }) => ({
      ...rest,
      required,
      type: typeOf(schema, `${at} ?${rest.name}`),
    }));
  if (members.length === 0) return nothing;
  const type = typeName(operationId, 'Query');
  const omissible = members.every(({ required }) => !required);
  return {
    parameters: [`query: ${type}${omissible ? ' = {}' : ''}`],
    parts: ['query'],
    types: { [type]: `export interface ${type} ${object(members)}\n` },
  };
}

function optionInputs(parameters: readonly Parameter[]): Inputs {
  const found = parameters.flatMap(({ in: location, name }) => (location === 'header' ? [optionHeaders[name]!] : []));
  const type = found.flatMap(({ options }) => options ?? []).join(' & ') || 'CallOptions';
  return { parameters: [`options?: ${type}`], parts: found.flatMap(({ parts }) => parts), types: {} };
}

function bodyInputs(operationId: string, method: string, operation: Operation, at: string): Inputs {
  const { parameters = [], requestBody } = operation;
  if (!requestBody) return nothing;
  onlyKnown(requestBody, knownInBody, `${at}, in its body,`);
  const { form, schema } = chosenBody(requestBody.content, at);
  const properties = Object.entries(schema.properties ?? {});
  const isChoice = form === 'json' && schema.anyOf !== undefined && method !== 'get';
  if (properties.length === 0 && !isChoice) throw new Unknown(`${at} takes a body that is no object with properties.`);
  if (method === 'get') {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const [alone] = properties.find(([name]) => !inQuery.includes(name)) ?? [];
    if (alone) throw new Unknown(`${at} takes "${alone}" in its body alone, and fetch sends no body with a GET.`);
    return nothing;
  }
  const [nested] = properties.find(([, { type, $ref }]) => $ref || type === 'object') ?? [];
  if (nested && form !== 'json')
    throw new Unknown(`${at} takes "${nested}" in a form, which has no place for objects.`);
  const type = typeName(operationId, 'Fields');
  return {
    parameters: [`fields: ${type}${requestBody.required ? '' : ' = {}'}`],
    parts: [`${form}: fields`],
    types: { [type]: declaration(type, schema, `${at} body`) },
  };
}

/** JSON where it is taken, since it keeps numbers and lists; a form where files go, or where it is all there is. */
function chosenBody(content: Content, at: string): { form: 'json' | 'multipart' | 'form'; schema: Schema } {
  const multipart = content['multipart/form-data']?.schema;
  const json = content['application/json']?.schema;
  const form = content['application/x-www-form-urlencoded']?.schema;
  const takesFiles = Object.values(multipart?.properties ?? {}).some(
    ({ format, items }) => format === 'binary' || items?.format === 'binary',
  );
  if (multipart && (takesFiles || !json)) return { form: 'multipart', schema: multipart };
  if (json) return { form: 'json', schema: json };
  if (form) return { form: 'form', schema: form };
  throw new Unknown(`${at} takes a body of ${Object.keys(content).join(', ')}, which the client cannot send.`);
}
