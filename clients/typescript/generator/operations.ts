// From an operation to a function of the client; a listing gives three of them.
import { type Operation, onlyKnown, type Schema, Unknown } from './document.ts';
import { inputsOf } from './inputs.ts';
import { nameOperation, nameWalks, typeName } from './naming.ts';
import { comment, declaration, typeOf } from './types.ts';

export interface GeneratedOperation {
  readonly group: string;
  /** Members of the group, by name. */
  readonly functions: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
}

const words = ['operationId', 'summary', 'description', 'tags', 'deprecated', 'security', 'externalDocs'];
const known = new Set([...words, 'parameters', 'requestBody', 'responses']);
const methods = new Set(['get', 'post', 'put', 'patch', 'delete']);
const pageParameters = ['page', 'results_per_page'];

export function generateOperation(path: string, method: string, operation: Operation): GeneratedOperation {
  if (!methods.has(method)) throw new Unknown(`${path} has "${method}", which the generator does not know.`);
  const verb = method.toUpperCase();
  const at = `${verb} ${path}`;
  onlyKnown(operation, known, at);
  const { operationId, summary, description, deprecated } = operation;
  if (!operationId) throw new Unknown(`${at} has no operationId.`);

  const { parameters, parts, types: inputs } = inputsOf(path, method, operationId, operation, at);
  const { kind, type, types: answers } = answerOf(operationId, operation, at);
  const { group, method: name } = nameOperation(operationId, path);
  const types = { ...inputs, ...answers };
  const request = [`method: '${verb}'`, `path: '${path}'`, ...parts, ...(kind === 'file' ? ['file: true'] : [])];

  function member(called: string, send: string, returns: string, ...told: (string | undefined)[]) {
    const text = told.filter((part) => part !== undefined).map(sentence);
    const code = `(${parameters.join(', ')}): ${returns} => api.${send}({ ${request.join(', ')} }, options)`;
    return { [called]: `${comment(text.join(' '), deprecated)}${called}: ${code},\n` };
  }

  if (kind === 'stream') {
    return {
      group,
      types,
      functions: member(name, kind, `AsyncGenerator<${type}, void, undefined>`, summary, description),
    };
  }
  if (kind !== 'page') {
    return { group, types, functions: member(name, kind, `Promise<${type}>`, summary, description) };
  }
  const missing = pageParameters.find((wanted) => !operation.parameters?.some((one) => one.name === wanted));
  if (missing) throw new Unknown(`${at} lists, but does not take "${missing}".`);
  const walks = nameWalks(name);
  return {
    group,
    types,
    functions: {
      ...member(name, 'page', `Promise<PageOf<${type}>>`, summary, description),
      ...member(walks.pages, 'pages', `AsyncGenerator<PageOf<${type}>, void, undefined>`, summary, 'Page after page'),
      ...member(walks.each, 'each', `AsyncGenerator<${type}, void, undefined>`, summary, 'One by one, over all pages'),
    },
  };
}

interface Answer {
  readonly kind: 'one' | 'page' | 'file' | 'stream';
  readonly type: string;
  readonly types: Readonly<Record<string, string>>;
}

function answerOf(operationId: string, { responses, parameters = [] }: Operation, at: string): Answer {
  const successes = Object.keys(responses).filter((status) => /^[1-3]/.test(status));
  const content = responses['200']?.content;
  if (successes.join() !== '200' || !content) throw new Unknown(`${at} must have one success, a 200 with content.`);
  const message = content['text/event-stream']?.schema;
  if (message) return { kind: 'stream', ...namedType(operationId, message, at) };
  const answer = content['application/json']?.schema;
  // A write that takes `Prefer` answers it with its last form, the record.
  const givesRecord = parameters.some(({ name }) => name === 'prefer');
  const schema = givesRecord ? (answer?.anyOf?.at(-1) ?? answer) : answer;
  if (!schema) return { kind: 'file', type: 'Blob', types: {} };
  const { response, meta } = schema.properties ?? {};
  if (!response) throw new Unknown(`${at} answers without "response", where the envelope has the answer.`);
  if (meta && !response.items) throw new Unknown(`${at} has "meta" and is no list.`);
  if (givesRecord) return { kind: 'one', ...namedType(operationId, response, at) };
  return { kind: meta ? 'page' : 'one', ...namedType(operationId, (meta && response.items) || response, at) };
}

/** What has no name in the document gets the operation's. */
function namedType(operationId: string, schema: Schema, at: string): Pick<Answer, 'type' | 'types'> {
  const type = typeOf(schema, `${at} response`);
  if (!type.startsWith('{')) return { type, types: {} };
  const name = typeName(operationId, 'Answer');
  return { type: name, types: { [name]: declaration(name, schema, `${at} response`) } };
}

function sentence(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}
