// API clients import the examples of the OpenAPI document as requests, so they must be complete, valid and accepted by
// the service.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { addExamples } from '../../../server/http/api/openapi/examples.ts';
import { type MarkedAccount, markedAccount } from '../../fuzz/marked-account.ts';
import { type Answer, type Api, openApi, type Request } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { askFor, fileFrom, jsonFor, requestOf } from '../../support/every-operation.ts';
import { allOperations, document, type Operation, operations, streams } from '../../support/openapi.ts';

/** The document against which references in schemas are resolved. */
const ROOT = 'https://links.example/openapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
addFormats.default(ajv);
ajv.addFormat('binary', true);
ajv.addSchema({ components: document.components }, ROOT);

interface Example {
  where: string;
  schema: object;
  example: unknown;
}

function examplesOf({ operationId, parameters = [], requestBody, responses }: Operation): Example[] {
  const contents = [
    ...Object.entries(requestBody?.content ?? {}).map(([type, media]) => [`body ${type}`, media] as const),
    ...Object.entries(responses['200']!.content ?? {}).map(([type, media]) => [`200 ${type}`, media] as const),
  ];
  return [
    ...parameters.map(({ name, schema, example }) => ({ where: `${operationId} ${name}`, schema, example })),
    ...contents.map(([name, { schema, example }]) => ({ where: `${operationId} ${name}`, schema, example })),
  ];
}

/** The schema alone, with references into the document. */
function rooted(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${ROOT}#/`));
}

describe('The examples of the OpenAPI document', () => {
  it('exist for every parameter, body and response, and match the schema', () => {
    const examples = [...allOperations, ...streams].flatMap(({ operation }) => examplesOf(operation));
    assert.ok(examples.length > 350);
    for (const { where, schema, example } of examples) {
      assert.notEqual(example, undefined, where);
      const validate = ajv.compile(rooted(schema));
      assert.ok(validate(example), `${where}: ${ajv.errorsText(validate.errors)}`);
    }
  });

  it('are the same for an operation and its alias', () => {
    const media = { schema: { type: 'object' } };
    const alias = {
      operationId: 'editOptionsWithPatch',
      'x-alias-of': 'editOptions',
      requestBody: { content: { 'application/json': { ...media, example: undefined as unknown } } },
      responses: { 200: { content: {} } },
    };
    addExamples('/api/v1/user/options', alias);
    assert.deepEqual(alias.requestBody.content['application/json'].example, {
      consent_bar: true,
      language: 'en-GB',
      background_layout: 'full',
    });
  });

  it('have no null in a form, which cannot express it', () => {
    for (const { operation } of operations) {
      for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
        if (type === 'application/json') continue;
        assert.ok(!Object.values(example as object).includes(null), `${operation.operationId} ${type}`);
      }
    }
  });
});

describe('The request examples', () => {
  let api: Api;
  let reader: MarkedAccount;
  let writer: MarkedAccount;
  let accounts = 0;
  before(async () => {
    api = await openApi(engines[0]!, { RATE_LIMIT: '0' });
    reader = await freshAccount();
    writer = await freshAccount();
  });
  after(() => api.close());

  /** Some examples delete what others refer to. */
  async function accountFor({ operationId }: Operation, method: string): Promise<MarkedAccount> {
    if (/^(delete|restorePage)/.test(operationId)) return freshAccount();
    return method === 'GET' ? reader : writer;
  }

  async function freshAccount(): Promise<MarkedAccount> {
    accounts += 1;
    return markedAccount(api, `marigold-${accounts}`, accounts * 1_000_000);
  }

  // The username of the example can be taken only once. aliases.test.ts covers aliases.
  for (const { method, path, operation } of operations.filter((one) => !one.operation['x-alias-of'])) {
    const types = Object.keys(operation.requestBody?.content ?? {});
    it(`succeed: ${method} ${path}${types.length > 1 ? `, as ${types.join(', ')}` : ''}`, async () => {
      const account = await accountFor(operation, method);
      const answers: Answer[] = [];
      for (const type of types.length > 0 ? types : [undefined]) {
        const request = requestOf(method, path, askFor(operation), account) + queryOf(operation, account);
        answers.push(await api.call(request, await requestWith(api, operation, account, type)));
      }
      for (const { status, text } of answers) assert.equal(status, 200, text);
      const { example } = operation.responses['200']!.content!['application/json']!;
      const shown = (example as { response: unknown }).response;
      if (method !== 'GET') assert.equal(messageIn(answers[0]!.body.response), messageIn(shown));
    });
  }
});

/** Every parameter as an API client sends it. The slug of a link works like an id. */
function queryOf({ parameters = [] }: Operation, { slug }: MarkedAccount): string {
  const pairs = parameters
    .filter(({ in: location }) => location === 'query')
    .map(({ name, example }): [string, string] => [name, name === 'link_slug' ? slug : String(example)]);
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

async function requestWith(
  api: Api,
  operation: Operation,
  account: MarkedAccount,
  type: string | undefined,
): Promise<Request> {
  const { parameters = [], requestBody } = operation;
  const { key } = account;
  const headers = Object.fromEntries(
    parameters.filter(({ in: location }) => location === 'header').map(({ name, example }) => [name, String(example)]),
  );
  if (type === undefined) return { key, headers };
  const example = requestBody!.content[type]!.example as Record<string, unknown>;
  const fields = { ...example, ...(await ownIds(api, operation, account, example)) };
  const texts = () => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  if ('file' in fields) {
    const { file: _, ...rest } = fields;
    const { headers: own, ...sent } = fileFrom(key, rest);
    return { ...sent, headers: { ...own, ...headers } };
  }
  if (type === 'application/json') return { key, headers, json: fields };
  return type === 'multipart/form-data' ? { key, headers, multipart: texts() } : { key, headers, form: texts() };
}

/** Replaces the values of id fields with ids of the account. */
async function ownIds(api: Api, operation: Operation, account: MarkedAccount, example: Record<string, unknown>) {
  const { block, item } = account;
  if (operation.operationId === 'previewPage') {
    const [blocks, items] = [example.blocks, example.items] as object[][];
    return { blocks: [{ ...blocks![0], id: block }], items: [{ ...items![0], id: item }] };
  }
  if ('last_id' in example) return { last_id: account.entry };
  return 'order' in example ? await jsonFor(api, askFor(operation), account) : {};
}

function messageIn(response: unknown): unknown {
  return typeof response === 'string' ? response : (response as { message: string }).message;
}
