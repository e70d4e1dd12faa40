// What needs a fresh sign-in asks for it before its own dialog opens: two dialogs on top of each other confuse.
import { useQueryClient } from '@tanstack/react-query';
import { askToSignIn } from '../api/sign-in-requests.ts';
import { accountQuery } from './queries.ts';

export function useFreshSignIn(): (goOn: () => void) => Promise<void> {
  const client = useQueryClient();
  return async (goOn) => {
    const { fresh_until: until } = await client.fetchQuery({ ...accountQuery, staleTime: 0 });
    // Null as soon as it is over, by the service's clock: this device's may be wrong.
    if (until !== null || (await askToSignIn('confirm'))) goOn();
  };
}
