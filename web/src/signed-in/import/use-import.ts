import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PageImported } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { latestVersion } from '../history/versions.ts';
import { type ImportSource, importRequest } from './import-request.ts';

export interface Imported extends PageImported {
  /** The version that holds the page as it was before. */
  versionId: number | undefined;
}

export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (source: ImportSource): Promise<Imported> => {
      const imported = await api.page.import(importRequest(source, false));
      const isChanged = imported.changes.length > 0;
      return { ...imported, versionId: isChanged ? await latestVersion().catch(() => undefined) : undefined };
    },
    onSuccess: () => client.invalidateQueries(),
  });
}
