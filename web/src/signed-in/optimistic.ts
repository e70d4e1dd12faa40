// A change that is shown before the service has confirmed it, and taken back where it refuses.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

interface OptimisticChange<Given, Data> {
  /** The cached data that the change shows in. */
  queryKey: QueryKey;
  change: (given: Given) => Promise<unknown>;
  /** What the data will be. */
  apply: (data: Data, given: Given) => Data;
  /** Reads anew what it shows in elsewhere. */
  alsoChanges?: readonly QueryKey[];
  onSuccess?: (given: Given) => void;
}

export function useOptimisticChange<Given, Data>(options: OptimisticChange<Given, Data>) {
  const client = useQueryClient();
  const { queryKey, change, apply, alsoChanges = [], onSuccess } = options;
  return useMutation({
    mutationFn: change,
    onMutate: async (given: Given) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Data>(queryKey);
      if (before !== undefined) client.setQueryData<Data>(queryKey, apply(before, given));
      return { before };
    },
    onError: (_error, _given, context) => {
      if (context?.before !== undefined) client.setQueryData(queryKey, context.before);
    },
    onSuccess: (_answer, given) => onSuccess?.(given),
    onSettled: () => Promise.all([queryKey, ...alsoChanges].map((key) => client.invalidateQueries({ queryKey: key }))),
  });
}
