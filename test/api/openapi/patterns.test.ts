// The patterns of the OpenAPI document. Tools compile them with the `u` flag or without it; the service uses it. All have
// to accept the same texts.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { type Account, type Api, openApi } from '../../support/api.ts';
import { engines } from '../../support/engines.ts';
import { allOperations, document } from '../../support/openapi.ts';

const GRINNING = '\u{1f600}';
const HIGH = '\ud83d';
const LOW = '\ude00';

interface Field {
  operationId: string;
  request: string;
  body: (text: string) => object;
}

const name: Field = { operationId: 'editProfile', request: 'POST /user/profile', body: (text) => ({ name: text }) };
const bio: Field = { ...name, body: (text) => ({ bio: text }) };
const link: Field = {
  operationId: 'importPage',
  request: 'POST /page/import',
  body: (text) => ({
    document: { version: 1, blocks: [{ block: 'links', items: [{ caption: 'Maps', link: text }] }] },
    dry_run: true,
  }),
};

const texts: [field: Field, text: string, isAccepted: boolean][] = [
  [name, 'pCcCs {Ada}', true],
  [name, `Ada ${GRINNING} Fenwick`, true],
  [name, GRINNING, true],
  [name, 'A\u{10ffff}da', true],
  [name, 'A\u00a0d\u00ffa\ud7ff\ue000', true],
  [name, 'A\u0000da', false],
  [name, 'A\nda', false],
  [name, 'A\u007fda', false],
  [name, 'A\u009fda', false],
  [name, `A${HIGH}da`, false],
  [name, `A${LOW}da`, false],
  [name, `A${LOW}${HIGH}da`, false],
  [name, `A${HIGH}${GRINNING}da`, false],
  [name, `A${GRINNING}${LOW}da`, false],
  [bio, `Maps ${GRINNING}\nand\tsigns`, true],
  [bio, 'Maps\u000band signs', false],
  [bio, `Maps\n${HIGH}\nand signs`, false],
  [link, `https://example.com/${GRINNING}`, true],
  [link, `https://example.com/${HIGH}/maps`, false],
  [link, 'https://example.com/two maps', false],
  [link, 'https://example.com/\u0085maps', false],
];

/** People who sign in send them, so they are checked against the document alone. */
const email: Pick<Field, 'operationId' | 'body'> = {
  operationId: 'requestPasswordReset',
  body: (text) => ({ email: text }),
};
const addresses: [field: typeof email, text: string, isAccepted: boolean][] = [
  [email, 'ada@example.com', true],
  [email, `ada${GRINNING}@example.com`, true],
  [email, `ada@${GRINNING}.example`, true],
  [email, 'ada@maps@example.com', false],
  [email, 'ada @example.com', false],
  [email, `ada${HIGH}@example.com`, false],
  [email, 'ada@exam\u0000ple.com', false],
];

describe('The patterns of the OpenAPI document accept text without control characters and lone surrogates', () => {
  for (const unicodeRegExp of [true, false]) {
    const ajv = new Ajv2020({ strict: false, unicodeRegExp, formats: { 'date-time': true } });

    it(unicodeRegExp ? 'with the u flag' : 'without the u flag', () => {
      for (const [{ operationId, body }, text, isAccepted] of [...texts, ...addresses]) {
        const { operation } = allOperations.find((one) => one.operation.operationId === operationId)!;
        const { schema } = operation.requestBody!.content['application/json']!;
        const accepts = ajv.compile({ ...schema, components: document.components });
        assert.equal(accepts(body(text)), isAccepted, `${operationId} ${JSON.stringify(text)}`);
      }
    });
  }
});

describe('The service', () => {
  let api: Api;
  let ada: Account;
  before(async () => {
    api = await openApi(engines[0]!);
    ada = await api.account('ada');
  });
  after(() => api.close());

  for (const [{ request, body }, text, isAccepted] of texts) {
    it(`${isAccepted ? 'accepts' : 'refuses'} ${JSON.stringify(body(text))}`, async () => {
      const { status } = await api.call(request, { key: ada.key, json: body(text) });
      assert.equal(status, isAccepted ? 200 : 422);
    });
  }
});
