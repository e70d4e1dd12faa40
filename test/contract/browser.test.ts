// The validator works without code generation, because the dashboard's Content-Security-Policy forbids `eval`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./children/check-document.ts', import.meta.url));

describe('The validator without code generation', () => {
  for (const [where, flags, args] of [
    ['in Node, where V8 refuses to', ['--disallow-code-generation-from-strings'], []],
    ['in a browser, where it is not even tried', [], ['browser']],
  ] as const) {
    it(`gives the same results ${where}`, () => {
      const command = [...flags, '--disable-warning=ExperimentalWarning', script, ...args];
      assert.deepEqual(JSON.parse(execFileSync(process.execPath, command, { encoding: 'utf8' })), {
        valid: {
          version: 1,
          social: {},
          blocks: [{ block: 'links', items: [{ caption: 'Shop', link: 'https://example.com/' }] }],
        },
        invalid: {
          version: ['The field version must be 1.'],
          'profile.nmae': ['`profile.nmae` is not a field; did you mean `profile.name`?'],
          'blocks.0.settings.level': ['The field blocks.0.settings.level must be a whole number from 1 to 3.'],
        },
        generated: 0,
      });
    });
  }
});
