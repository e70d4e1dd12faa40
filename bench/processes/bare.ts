// The baseline: what Node's own server does for answers that are bytes in memory.
import { readFileSync } from 'node:fs';
import http from 'node:http';

export interface BareAnswer {
  /** 200 where none is given. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How the body's bytes are written. */
  readonly coding?: 'utf8' | 'base64';
}

const { PORT, ANSWERS } = process.env;
const given: Record<string, BareAnswer> = ANSWERS ? JSON.parse(readFileSync(ANSWERS, 'utf8')) : {};
const answers = new Map(
  Object.entries(given).map(([url, { status = 200, headers, body, coding }]) => {
    return [url, { status, headers, body: Buffer.from(body, coding) }];
  }),
);
/** In place of a path: what is answered at every other one. */
const elsewhere = answers.get('*') ?? { status: 200, headers: {}, body: '' };

const server = http.createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url!) ?? elsewhere;
  response.writeHead(status, headers).end(body);
});
server.listen(Number(PORT), '127.0.0.1');
