// What went wrong, in a sentence, and what to do next.
import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { FingerpostError } from '../../../clients/typescript/index.ts';
import { errorWords } from './error-words.ts';
import { SignInDeclined } from './sign-in-requests.ts';
import type { WantedFile } from './wrong-file.ts';

export interface Failure {
  readonly title: string;
  readonly advice?: string | undefined;
  /** Of a failure that is the service's own. */
  readonly requestId?: string | undefined;
}

const FIVE_XX = 500;

/** `wanted` is what an upload had to be. */
export function failureOf(error: unknown, i18n: I18n, wanted?: WantedFile): Failure {
  if (error instanceof SignInDeclined) return declined(error, i18n);
  if (!(error instanceof FingerpostError)) {
    return {
      title: i18n._(msg`Something went wrong on this page.`),
      advice: i18n._(msg`Reload the page and try again.`),
    };
  }
  const { code, message, requestId, retryAfter, status } = error;
  if (code === 'unreachable' || code === 'timed_out' || code === 'timeout') {
    return {
      title: i18n._(msg`Fingerpost did not answer.`),
      advice: i18n._(msg`Check your connection, then try again. What you typed is still here.`),
    };
  }
  if (code === 'rate_limited') {
    return { title: i18n._(msg`Too many attempts.`), advice: waitingAdvice(retryAfter, i18n) };
  }
  if (code === 'unavailable') {
    return { title: i18n._(msg`The server is busy.`), advice: waitingAdvice(retryAfter, i18n), requestId };
  }
  if ((status ?? FIVE_XX) >= FIVE_XX || code === 'unexpected_answer') {
    return {
      title: i18n._(msg`Something went wrong on the server.`),
      advice: i18n._(msg`Try again. If it happens again, send the request id to the person who runs this server.`),
      requestId,
    };
  }
  return { title: wordsFor(code, message, i18n, wanted) };
}

/** By its code, if its sentence says no more than that, or is meant for programs. */
function wordsFor(code: string, message: string, i18n: I18n, wanted: WantedFile | undefined): string {
  if (code === 'not_found') return i18n._(msg`This is not there any more.`);
  if (code === 'precondition_failed') return i18n._(msg`This was changed elsewhere. Reload the page and try again.`);
  const words = errorWords(message, i18n, wanted);
  if (code === 'too_large' && words === message) return i18n._(msg`This is too large.`);
  return words;
}

function declined({ request }: SignInDeclined, i18n: I18n): Failure {
  return request === 'sign-in'
    ? { title: i18n._(msg`You are signed out.`), advice: i18n._(msg`Sign in, then try again.`) }
    : { title: i18n._(msg`This needs a fresh sign-in.`), advice: i18n._(msg`Try again and confirm that it’s you.`) };
}

function waitingAdvice(seconds: number | undefined, i18n: I18n): string {
  if (!seconds || seconds < 2) return i18n._(msg`Wait a moment, then try again.`);
  if (seconds < 90)
    return i18n._(
      msg`${plural(seconds, { one: 'Wait # second, then try again.', other: 'Wait # seconds, then try again.' })}`,
    );
  const minutes = Math.ceil(seconds / 60);
  return i18n._(
    msg`${plural(minutes, { one: 'Wait # minute, then try again.', other: 'Wait # minutes, then try again.' })}`,
  );
}

/** The first sentence on each field. */
export function fieldErrorsOf(error: unknown, i18n: I18n, wanted?: WantedFile): Record<string, string> {
  if (!(error instanceof FingerpostError)) return {};
  const found = Object.entries(error.fields).map(([name, sentences]) => [
    name,
    errorWords(sentences[0] ?? '', i18n, wanted),
  ]);
  return Object.fromEntries(found);
}
