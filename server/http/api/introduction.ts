// The introduction of the OpenAPI document and of the reference.
import { type ErrorCode, errorCatalogue } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

export const tags = [
  {
    name: 'Account',
    description: 'The account, the settings and appearance of its page, its plans and its activity log.',
  },
  { name: 'Blocks', description: 'The building blocks of the page, their items, and the entries of forms.' },
  { name: 'Links', description: 'The links of the page: their targets and short URLs.' },
  { name: 'Page', description: 'The whole page as one document, for export and import.' },
  { name: 'History', description: 'Earlier versions of the page, to compare and to restore.' },
  { name: 'Uploads', description: 'Images, videos and other files for the page.' },
  { name: 'Analytics', description: 'Page views, clicks and live visitors.' },
  { name: 'Pixels', description: 'Tracking pixels of other platforms on the page.' },
  {
    name: 'Sign-in',
    description: 'Sign-up, sign-in and account recovery. These operations answer at the address of the dashboard only.',
  },
  {
    name: 'Security',
    description: 'E-mail address, password, sessions, passkeys, two-factor authentication and API keys.',
  },
];

const errorTable = (Object.keys(errorCatalogue) as ErrorCode[])
  .map((code) => `| ${errorCatalogue[code].status} | \`${code}\` | ${errorCatalogue[code].message} |`)
  .join('\n');

/** `credit` is the attribution that the licence of the geographic data requires. */
export const describe = (credit: string | undefined) =>
  `A REST API for link-in-bio pages: page content and appearance, links, uploads, analytics and tracking pixels. Every request works on the account that owns the API key.

## Authentication
Send an API key as \`Authorization: Bearer fp_…\`. Create keys with \`bin/fingerpost key create USERNAME\`. A key has the scope \`read\` or \`write\`, can expire, and can be revoked.

The dashboard uses a session cookie instead, at its own address only. A session can do whatever a key with the scope \`write\` can. Operations on sign-in and security need a session; some of them need a sign-in within the last ten minutes, and otherwise answer 403 with the code \`reauthenticate\`. Requests with a session must come from the dashboard itself: \`Sec-Fetch-Site\` must be \`same-origin\`, or \`Origin\` the address of the dashboard. If a request has neither header, it needs \`Fingerpost-Dashboard: 1\`.

## Responses
Responses are \`{ "status": true, "response": … }\`; lists also have \`meta\`. \`GET /user\` is the only response without \`status\`. Every successful request is answered with 200.

## Parameters
Read requests take query parameters. You can also send them as a JSON body. A value in the body takes precedence; an empty list, null or white space counts as no body. An unknown parameter gets 422, and the error names the nearest one. Only these reads ignore unknown parameters: \`/user\`, \`/blocks\`, \`/blocks/{block_id}\`, \`/plan-history\`, \`/pixels\`, \`/pixels/{id}\`, \`/pixels/template\`, \`/activities\`, \`/analytics/live\`, \`/analytics/clicks\`, \`/analytics/clicks/{slug}\` and \`/analytics/views\`. Numbers may be sent as strings such as \`"25"\`, and booleans as \`"true"\` and \`"false"\`. Write requests take JSON. If all fields are plain values, they also take \`multipart/form-data\` and \`application/x-www-form-urlencoded\`; uploads are always \`multipart/form-data\`. A write with an unknown field changes nothing: it gets 422, and the error names the nearest field. Fields of a record that cannot be written, such as \`id\` and \`created_at\`, are ignored, so a record can be sent back as it was read. Writes of pixels ignore unknown fields. Bodies must not be compressed. A body may be up to 1 MiB, and a JSON body may hold up to 50,000 values, unless stated otherwise.

## Editing
\`PATCH\` on the path of a record does the same as \`POST\`, and \`DELETE\` the same as \`POST …/delete\`.

Fields that are not sent keep their values, also inside objects. Null resets a field to its default. Lists are replaced as a whole.

To avoid overwriting someone else’s change, send the \`ETag\` you read as \`If-Match\`. If the record has changed since, the API answers 412 and changes nothing. The response to an edit has the new \`ETag\`. This works for every record that has a GET of its own; the ETag of a list is not that of its records. \`*\` and lists of ETags work as in RFC 9110. Weak ETags, and those that a compressing proxy has marked (\`"…-gzip"\`), count as the ETag of the record. Other writes, such as creations and the revocation of keys, cannot check \`If-Match\`: they answer 412, and do not ignore it.

The response to an edit is short. With \`Prefer: return=representation\` it is the record, as its GET returns it, with \`Preference-Applied: return=representation\`. The import of a page and the restoring of a version answer with a report instead.

A page may have at most ${limits.pageBytes / 1024 / 1024} MiB of HTML, including items that are scheduled for later. A write that would make it larger gets a 422 that names both sizes, and changes nothing. Deletions always work.

## Errors
All errors have the same shape: \`{ "status": false, "response": "a sentence", "code": "snake_case", "errors": { "field": ["a sentence"] } }\`. \`errors\` is present with 422 only.

| status | code | meaning |
|---|---|---|
${errorTable}

If several errors apply, the first of these is returned: path (404, 405), 401, 429, 403, body (413, 415, 400), id (404), values (422) and precondition (412). A URL or headers that are too long are also \`too_large\`, with status 414 or 431.

## Pagination
\`page\` starts at 1. \`results_per_page\` is one of ${limits.pageSizes.join(', ')}. A page after the last one is empty, not an error. The URLs in \`meta\` lead to the other pages of the same list.

## Rate limits
All keys of an account share its limit. Every response has \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (in seconds). Above the limit the API answers 429 with \`Retry-After\`.

## Creating
The response to a creation has the id of the new record, and the slugs of its links. \`Location\` is the path of the record.

Send an \`Idempotency-Key\` header to create a record only once. A request that is repeated within ${limits.idempotencyHours} hours with the same key creates nothing; it gets the first response, with \`Idempotency-Replayed: true\`. Secrets, such as an API key, are only in the first response, and are null in a repeated one. The same key with another request gets 422.

With \`Prefer: return=representation\` the response is the record. A secret that is shown only once is beside its fields.

## Caching
Responses to reads have an \`ETag\`. Send it as \`If-None-Match\` to get a 304 while nothing has changed.

## Location data
Countries and cities are looked up on this server; IP addresses are not sent to third parties. Unknown values are \`xx\` or \`Unknown\`.${credit ? ` Source: ${credit}.` : ''}

## CORS
The API can be called from browsers on every origin with an API key. It does not depend on cookies.

## Request ids
Every response has an \`X-Request-Id\`: the one you sent, or a new one. Include it when you report a problem.`;
