// The API, called with the browser's session. Where a session has ended or is not fresh, the person is asked to sign in
// above the screen, and the call is then made again: nothing that was typed is lost.
import { createFingerpost, type Fingerpost, FingerpostError } from '../../../clients/typescript/index.ts';
import { ownFetch } from './own-fetch.ts';
import { askToSignIn, SignInDeclined, type SignInRequest } from './sign-in-requests.ts';

/** Somebody waits in front of the screen: better an error with a button than a long silence. */
const patience = { attempts: 2, maxRetryAfter: 1, timeout: 20_000 };

/** For screens that sign in themselves: every error is theirs. */
export const publicApi: Fingerpost = createFingerpost({ url: location.origin, fetch: ownFetch, ...patience });

export const api: Fingerpost = withSignIn(publicApi);

type Call = (...given: never[]) => unknown;

function withSignIn(operations: Fingerpost): Fingerpost {
  const groups = Object.entries(operations).map(([name, group]) => {
    const calls = Object.entries(group as Record<string, Call>);
    return [name, Object.fromEntries(calls.map(([operation, call]) => [operation, askingWhereNeeded(call)]))];
  });
  return Object.fromEntries(groups) as Fingerpost;
}

function askingWhereNeeded(call: Call): Call {
  return (...given) => {
    const answer = call(...given);
    return answer instanceof Promise ? answer.catch((error) => askAndRepeat(error, () => call(...given))) : answer;
  };
}

async function askAndRepeat(error: unknown, repeat: () => unknown): Promise<unknown> {
  if (!(error instanceof FingerpostError)) throw error;
  const request = requestFor(error);
  if (!request) throw error;
  if (!(await askToSignIn(request))) throw new SignInDeclined(request, error.requestId);
  return repeat();
}

function requestFor(error: FingerpostError): SignInRequest | undefined {
  if (error.code === 'unauthenticated') return 'sign-in';
  return error.code === 'reauthenticate' ? 'confirm' : undefined;
}
