// What needs a fresh sign-in asks for it before its own dialog opens: two dialogs on top of each other confuse.
import { useQueryClient } from '@tanstack/react-query';
import { askToSignIn } from '../api/sign-in-requests.ts';
import { accountQuery } from './queries.ts';

/** Long enough to fill in a form. */
const MARGIN_MS = 120_000;

export function useFreshSignIn(): (goOn: () => void) => Promise<void> {
  const client = useQueryClient();
  return async (goOn) => {
    const { fresh_until: until } = await client.fetchQuery({ ...accountQuery, staleTime: 0 });
    const isFresh = until !== null && Date.parse(until) - Date.now() > MARGIN_MS;
    if (isFresh || (await askToSignIn('confirm'))) goOn();
  };
}
