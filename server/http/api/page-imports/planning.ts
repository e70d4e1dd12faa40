// Turns a request body into an import plan and its response. It may run in a thread, so all of it is plain data.
import type { Static } from 'typebox';
import { ApiError, type FieldErrors, invalid } from '../../../../contract/errors.ts';
import { PageImport } from '../../../../contract/schemas/page-document.ts';
import type { PageRestored, PageVersionDetails } from '../../../../contract/schemas/page-versions.ts';
import { type Micros, timestamp } from '../../../../contract/time.ts';
import { invalidInto } from '../../../../contract/validation/field-errors.ts';
import { createUnknownFields } from '../../../../contract/validation/unknown-fields.ts';
import { validate } from '../../../../contract/validation/validate.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import type { Once } from '../../../domain/idempotency.ts';
import { type ImportPlan, type PlanningServices, planImport } from '../../../domain/import/document/import-plan.ts';
import { exported, type StoredPage } from '../../../domain/import/document/stored/page.ts';
import { type WantedPage, wantedPage, wantedVersion } from '../../../domain/import/document/wanted.ts';
import { unpackVersion } from '../../../domain/page/history/page-version.ts';
import type { Quotas } from '../../../domain/plans/quotas.ts';
import { type VersionHead, versionContent } from '../../../storage/page/page-versions.ts';
import { parseJson } from '../../wire/json-body.ts';
import { limitValues } from '../../wire/part-limits.ts';
import { answerEtag, checkTag } from '../../wire/preconditions.ts';
import { requestReading } from '../validation.ts';

export interface ImportRequest {
  accountId: number;
  actor: Actor;
  at: Micros;
  quotas: Quotas;
  /** Unparsed bytes, validated values, or a version of the page. */
  body: Uint8Array | Static<typeof PageImport> | VersionRequest;
  /** One of them must be the ETag of the page. */
  expectedTags: string[] | undefined;
  schemaUrl: string;
  /** With it, the import is done once. */
  once?: Once | undefined;
}

export interface VersionRequest {
  version: VersionHead;
  /** `show` is a dry run, with the document in the response. */
  purpose: 'show' | 'dry-run' | 'restore';
}

export interface AnsweredPlan extends Omit<ImportPlan, 'report' | 'page'> {
  /** The response body: as bytes, because encoding a long one takes milliseconds. */
  answer: Uint8Array;
  /** The ETag of the page after the import. */
  etag: string;
}

export async function answeredPlan(services: PlanningServices, request: ImportRequest): Promise<AnsweredPlan> {
  const { body, expectedTags, schemaUrl, once: _, ...edit } = request;
  const wanted = await wantedBy(services, request);
  const etagOf = (page: StoredPage) => answerEtag(pageAnswer(page, schemaUrl));
  const precondition = expectedTags && ((page: StoredPage) => checkTag(expectedTags, etagOf(page)));
  const { report, page, ...plan } = await planImport(services, { ...wanted, ...edit, precondition });
  const response = isVersion(body) ? versionResponse(body, wanted, report) : report;
  return { ...plan, answer: Buffer.from(JSON.stringify({ status: true, response })), etag: etagOf(page) };
}

async function wantedBy({ store }: PlanningServices, { accountId, body }: ImportRequest): Promise<WantedPage> {
  if (!isVersion(body)) return wantedPage(body instanceof Uint8Array ? readPageImport(body) : body, 'document');
  const content = await versionContent(store.read, accountId, body.version.id);
  if (content === undefined) throw noSuchVersion();
  return wantedVersion(await unpackVersion(content), body.purpose !== 'restore');
}

export function isVersion(body: ImportRequest['body']): body is VersionRequest {
  return 'version' in body;
}

function versionResponse(
  { version: { id, changed_at }, purpose }: VersionRequest,
  { document }: WantedPage,
  report: ImportPlan['report'],
): Static<typeof PageVersionDetails> | Static<typeof PageRestored> {
  if (purpose !== 'show') return report;
  const { changes, warnings } = report;
  return { id, created_at: timestamp(changed_at), document, changes, warnings };
}

export const noSuchVersion = () => new ApiError('not_found', 'This account has no such version of its page.');

export function pageAnswer(page: StoredPage, schemaUrl: string) {
  return { status: true as const, response: exported(page, schemaUrl) };
}

/** More than the largest page document has. Small values take many times their bytes in memory. */
const documentLimit = limitValues(500_000);

/** Validates like `validateRequest`. */
function readPageImport(body: Uint8Array): Static<typeof PageImport> {
  if (documentLimit.counter()(body) > documentLimit.max) throw documentLimit.apiError();
  const errors: FieldErrors = {};
  const unknown = createUnknownFields();
  const sink = { ...invalidInto(errors), unknown: unknown.report };
  const sent = validate(PageImport, parseJson(body), requestReading, sink);
  const all = { ...unknown.errors(), ...errors };
  if (Object.keys(all).length > 0) throw invalid(all);
  return sent as Static<typeof PageImport>;
}
