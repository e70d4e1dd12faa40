// From the body of a request to the plan of an import and its answer. It may run in a thread, so that all of it is plain
// data.
import type { Static } from 'typebox';
import { type FieldErrors, invalid } from '../../../../contract/errors.ts';
import { PageImport } from '../../../../contract/schemas/page-document.ts';
import type { Micros } from '../../../../contract/time.ts';
import { invalidInto } from '../../../../contract/validation/field-errors.ts';
import { createUnknownFields } from '../../../../contract/validation/unknown-fields.ts';
import { validate } from '../../../../contract/validation/validate.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { type ImportPlan, type PlanningServices, planImport } from '../../../domain/import/document/import-plan.ts';
import { exported, type StoredPage } from '../../../domain/import/document/stored.ts';
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
  /** What was sent: bytes that are still to be parsed, or values that were validated. */
  body: Uint8Array | Static<typeof PageImport>;
  /** Of which one must be the page's ETag. */
  expectedTags: string[] | undefined;
  schemaUrl: string;
}

export interface AnsweredPlan extends Omit<ImportPlan, 'report' | 'page'> {
  /** The text of the answer. */
  answer: string;
  /** Of the page as it is then. */
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

/** As a body that the framework validates. */
function readPageImport(body: Uint8Array): Static<typeof PageImport> {
  const errors: FieldErrors = {};
  const unknown = createUnknownFields();
  const sink = { ...invalidInto(errors), unknown: unknown.report };
  const sent = validate(PageImport, parseJson(body), requestReading, sink);
  const all = { ...unknown.errors(), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  return sent as Static<typeof PageImport>;
}
