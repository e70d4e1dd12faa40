// Whether a document is one that an import takes.
import assert from 'node:assert/strict';
import { Check, Errors } from 'typebox/value';
import { PageDocumentSchema } from '../../contract/page/document.ts';
import { followable } from '../../contract/page/targets.ts';

export function assertValid(document: unknown): void {
  const isValid = Check(PageDocumentSchema, document);
  assert.ok(isValid, isValid ? '' : JSON.stringify([...Errors(PageDocumentSchema, document)].slice(0, 3)));
  for (const { items = [] } of (document as { blocks?: { items?: { link: string }[] }[] }).blocks ?? []) {
    for (const { link } of items) assert.equal(followable(link), link);
  }
}
