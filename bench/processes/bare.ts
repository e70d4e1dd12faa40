// The baseline: what Node's own server does for answers that are bytes in memory.
import { readFileSync } from 'node:fs';
import http from 'node:http';

export interface BareAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const { PORT, ANSWERS } = process.env;
const given: Record<string, BareAnswer> = ANSWERS ? JSON.parse(readFileSync(ANSWERS, 'utf8')) : {};
const answers = new Map(
  Object.entries(given).map(([url, { headers, body }]) => [url, { headers, body: Buffer.from(body) }]),
);
const nothing = { headers: {}, body: '' };

const server = http.createServer((request, response) => {
  const { headers, body } = answers.get(request.url!) ?? nothing;
  response.writeHead(200, headers).end(body);
});
server.listen(Number(PORT), '127.0.0.1');
