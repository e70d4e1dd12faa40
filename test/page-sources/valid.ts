// Asserts that an import accepts a document unchanged.
import assert from 'node:assert/strict';
import type { PageDocument } from '../../contract/page/document.ts';
import { checkDocument } from '../../contract/page/document-check.ts';
import { followable } from '../../contract/page/targets.ts';

export function assertValid(document: PageDocument): void {
  assert.deepEqual(checkDocument(document), document);
  for (const { items = [] } of document.blocks ?? []) {
    for (const { link } of items) assert.equal(followable(link!), link);
  }
}
