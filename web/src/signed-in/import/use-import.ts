import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { type ImportSource, importRequest } from './import-request.ts';

export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (source: ImportSource) => api.page.import(importRequest(source, false)),
    onSuccess: () => client.invalidateQueries(),
  });
}
