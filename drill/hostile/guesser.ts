// A process that guesses the passwords of accounts, all at once, each time from another network.
import http from 'node:http';
import { runAfterOthers } from '../support/priority.ts';

export interface GuessOrder {
  port: number;
  /** One guess for each. */
  logins: readonly string[];
}

export interface Guessed {
  /** `closed` if there was no answer. */
  statuses: (number | 'closed')[];
  /** How many were refused with 429 or 503, and not told when to try again. */
  withoutRetryAfter: number;
  ms: number;
}

// Attackers have their own machines.
runAfterOthers();

let guesses = 0;

process.on('disconnect', () => process.exit());
process.on('message', async ({ port, logins }: GuessOrder) => {
  const began = performance.now();
  const answers = await Promise.all(logins.map((login) => guess(port, login)));
  const isApiError = (status: number | string) => status === 429 || status === 503;
  process.send!({
    statuses: answers.map(({ status }) => status),
    withoutRetryAfter: answers.filter(({ status, retryAfter }) => isApiError(status) && !retryAfter).length,
    ms: performance.now() - began,
  } satisfies Guessed);
});

interface Answer {
  status: number | 'closed';
  retryAfter: string | undefined;
}

function guess(port: number, email: string): Promise<Answer> {
  guesses += 1;
  const address = [10, 200 + (guesses >> 16), (guesses >> 8) & 255, guesses & 255].join('.');
  const body = JSON.stringify({ email, password: `guess number ${guesses}` });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': address,
  };
  const options = { host: '127.0.0.1', port, path: '/api/v1/auth/sign-in', method: 'POST', headers, agent: false };
  return new Promise((resolve) => {
    http
      .request(options, (response) => {
        response.resume();
        const answer = { status: response.statusCode!, retryAfter: response.headers['retry-after'] };
        response.on('end', () => resolve(answer));
        response.on('error', () => resolve({ status: 'closed', retryAfter: undefined }));
      })
      .on('error', () => resolve({ status: 'closed', retryAfter: undefined }))
      .end(body);
  });
}
