// What the OpenAPI document, and with it the reference, says before its operations.
import { type ErrorCode, errorCatalogue } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';

export const tags = [
  { name: 'Account', description: 'Whose page it is and what it looks like, what was bought, and what happened.' },
  { name: 'Blocks', description: 'What the page consists of.' },
  { name: 'Links', description: 'Where the links of the page lead, and by which addresses they are found.' },
  { name: 'Page', description: 'All of it as one document: to keep, to change, and to bring along.' },
  { name: 'Uploads', description: 'Pictures, videos and files that the page shows or hands out.' },
  { name: 'Analytics', description: 'Who came, what they followed, and who is there now.' },
  { name: 'Pixels', description: "Other platforms' trackers on the page." },
];

const errorTable = (Object.keys(errorCatalogue) as ErrorCode[])
  .map((code) => `| ${errorCatalogue[code].status} | \`${code}\` | ${errorCatalogue[code].message} |`)
  .join('\n');

/** `credit` is what the licence of the data on places wants to be shown. */
export const describe = (credit: string | undefined) =>
  `One page of links per account holder, true numbers on who came and what they followed, and tracking pixels. All that a page consists of is read and written here. Every result belongs to the account that owns the key.

## Authentication
Send a key as \`Authorization: Bearer fp_…\`. Keys are made with \`bin/fingerpost key create USERNAME\`, have the scope \`read\` or \`write\`, can expire and can be revoked.

## Envelope
Answers are \`{ "status": true, "response": … }\`, lists carry \`meta\` as well; \`GET /user\` alone has no \`status\`. Every success is a 200.

## Parameters
Reads take them from the JSON body of the GET or from the query string; where a name is in both, the body wins. Numbers may arrive as numerals in strings, and true and false as words. Writes take JSON; those whose fields are all plain values take \`multipart/form-data\` and \`application/x-www-form-urlencoded\` as well, and uploads are \`multipart/form-data\`. Unknown fields are ignored, so that a record may be sent back as it was read. Bodies may have up to 1 MiB where nothing else is said.

## Changing
What is not sent stays as it is, within objects as well; null goes back to the default; a list is replaced as a whole. Where nobody says otherwise the last one wins, field by field.

Whoever wants to be told of others sends \`If-Match\` with the \`ETag\` of what they have read: where it is another by now, there is a 412 and nothing is changed. The answer to a change carries the \`ETag\` that the next one may go by.

A page may have at most ${limits.pageBytes / 1024 / 1024} MiB of HTML, with everything on it that is scheduled for later. A write that would make it larger gets a 422 that names both sizes, and changes nothing; deletions always work.

## Errors
One shape everywhere: \`{ "status": false, "response": "a sentence", "code": "snake_case", "errors": { "field": ["a sentence"] } }\`, \`errors\` with 422 only.

| status | code | what it says |
|---|---|---|
${errorTable}

Where several apply, the first of: path (404, 405), 401, 429, 403, the body (413, 415, 400), the id (404), the values (422) or what was changed meanwhile (412). A URL or headers that are too long are \`too_large\` as well, with 414 and 431.

## Pagination
\`page\` from 1, \`results_per_page\` one of ${limits.pageSizes.join(', ')}. A page past the last one is empty, not an error. The URLs in \`meta\` give the same listing when they are followed.

## Rate limits
\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) are on every answer; past the limit there is a 429 with \`Retry-After\`.

## Repeating a creation
With an \`Idempotency-Key\` header a creation that is sent again within ${limits.idempotencyHours} hours happens once, and gets the first answer with \`Idempotency-Replayed: true\`.

## Caching
Reads carry an \`ETag\`; sent back as \`If-None-Match\` it gets a 304 while nothing changed.

## Places
Countries and cities are looked up by a visitor's address, and no address leaves this service for that. What is not known is \`xx\`, or \`Unknown\`.${credit ? ` The data: ${credit}.` : ''}

## From a browser
Every origin may use a key (CORS). Nothing depends on cookies.

## Following a request
Every answer carries \`X-Request-Id\`: the one that was sent, or a fresh one. Quote it when you report a problem.`;
