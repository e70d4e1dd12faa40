// The baseline: Node's own server with answers from memory.
import { readFileSync } from 'node:fs';
import http from 'node:http';

export interface BareAnswer {
  /** 200 by default. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The encoding of the body's bytes. */
  readonly coding?: 'utf8' | 'base64';
}

const { PORT, ANSWERS } = process.env;
const given: Record<string, BareAnswer> = ANSWERS ? JSON.parse(readFileSync(ANSWERS, 'utf8')) : {};
const answers = new Map(
  Object.entries(given).map(([url, { status = 200, headers, body, coding }]) => {
    return [url, { status, headers, body: Buffer.from(body, coding) }];
  }),
);
/** The answer to every other path. */
const elsewhere = answers.get('*') ?? { status: 200, headers: {}, body: '' };

const server = http.createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!) ?? elsewhere;
  response.writeHead(status, headers).end(body);
});
server.listen(Number(PORT), '127.0.0.1');
