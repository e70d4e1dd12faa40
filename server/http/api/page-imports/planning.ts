// Turns a request body into an import plan and its response. It may run in a thread, so all of it is plain data.
import type { Static } from 'typebox';
import { type FieldErrors, invalid } from '../../../../contract/errors.ts';
import { PageImport } from '../../../../contract/schemas/page-document.ts';
import type { Micros } from '../../../../contract/time.ts';
import { invalidInto } from '../../../../contract/validation/field-errors.ts';
import { createUnknownFields } from '../../../../contract/validation/unknown-fields.ts';
import { validate } from '../../../../contract/validation/validate.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { type ImportPlan, type PlanningServices, planImport } from '../../../domain/import/document/import-plan.ts';
import { exported, type StoredPage } from '../../../domain/import/document/stored/page.ts';
import { wantedPage } from '../../../domain/import/document/wanted.ts';
import type { Allowance } from '../../../domain/plans/allowance.ts';
import { parseJson } from '../../wire/json-body.ts';
import { answerEtag, checkTag } from '../../wire/preconditions.ts';
import { requestReading } from '../validation.ts';

export interface ImportRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  allowance: Allowance;
  /** Unparsed bytes, or validated values. */
  body: Uint8Array | Static<typeof PageImport>;
  /** One of them must be the ETag of the page. */
  expectedTags: string[] | undefined;
  schemaUrl: string;
}

export interface AnsweredPlan extends Omit<ImportPlan, 'report' | 'page'> {
  /** The response body. */
  answer: string;
  /** The ETag of the page after the import. */
  etag: string;
}

export async function answeredPlan(services: PlanningServices, request: ImportRequest): Promise<AnsweredPlan> {
  const { body, expectedTags, schemaUrl, ...edit } = request;
  const wanted = wantedPage(body instanceof Uint8Array ? readPageImport(body) : body, 'document');
  const etagOf = (page: StoredPage) => answerEtag(pageAnswer(page, schemaUrl));
  const precondition = expectedTags && ((page: StoredPage) => checkTag(expectedTags, etagOf(page)));
  const { report, page, ...plan } = await planImport(services, { ...wanted, ...edit, precondition });
  return { ...plan, answer: JSON.stringify({ status: true, response: report }), etag: etagOf(page) };
}

export function pageAnswer(page: StoredPage, schemaUrl: string) {
  return { status: true as const, response: exported(page, schemaUrl) };
}

/** Validates like `validateRequest`. */
function readPageImport(body: Uint8Array): Static<typeof PageImport> {
  const errors: FieldErrors = {};
  const unknown = createUnknownFields();
  const sink = { ...invalidInto(errors), unknown: unknown.report };
  const sent = validate(PageImport, parseJson(body), requestReading, sink);
  const all = { ...unknown.errors(), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  return sent as Static<typeof PageImport>;
}
