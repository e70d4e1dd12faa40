// Checks two documents and prints the results, with `browser` as argument in an environment without code generation.
import { ApiError } from '../../../contract/errors.ts';

let generated = 0;
if (process.argv[2] === 'browser') {
  // Not an arrow function, because it is called with `new`.
  function refuse(): never {
    generated += 1;
    throw new EvalError('Refused by the Content-Security-Policy');
  }
  Object.assign(globalThis, { document: {}, Function: refuse, eval: refuse });
}

const { checkDocument } = await import('../../../contract/page/document-check.ts');

function attempt(document: unknown): unknown {
  try {
    return checkDocument(document);
  } catch (error) {
    return error instanceof ApiError ? error.errors : String(error);
  }
}

const valid = attempt({
  blocks: [{ items: [{ link: 'https://example.com/', caption: ' Shop ' }], block: 'links' }],
  version: 1,
  social: { email: null },
});
const invalid = attempt({
  version: 2,
  profile: { nmae: 'Ada' },
  blocks: [{ block: 'heading', settings: { level: 9 } }],
});
console.log(JSON.stringify({ valid, invalid, generated }));
