import { queryOptions } from '@tanstack/react-query';
import { type Block, FingerpostError } from '../../../../clients/typescript/index.ts';
import { type FormKind, formKinds } from '../../../../contract/page/forms.ts';
import { api } from '../../api/client.ts';
import { ownFetch } from '../../api/own-fetch.ts';
import { downloadBlob } from '../download.ts';

const PER_PAGE = 10;

export function isForm({ block }: Block): boolean {
  return formKinds.includes(block as FormKind);
}

export function entriesQuery(blockId: number, page: number) {
  return queryOptions({
    queryKey: ['entries', blockId, page],
    queryFn: ({ signal }) => api.blocks.listEntries(blockId, { page, results_per_page: PER_PAGE }, { signal }),
  });
}

/** All entries of a form as a file, as the service writes it. */
export async function downloadEntries(blockId: number, name: string): Promise<void> {
  // Asks to sign in again where that is needed; the file itself is not read by the client, which knows JSON only.
  await api.blocks.listEntries(blockId);
  const answer = await ownFetch(`/api/v1/blocks/${blockId}/entries`, {
    headers: { accept: 'text/csv' },
  });
  if (!answer.ok) throw new FingerpostError('unexpected_answer', answer.statusText, { status: answer.status });
  downloadBlob(`${name}.csv`, await answer.blob());
}
