import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UploadSaved } from '../../../../clients/typescript/index.ts';
import { type Failure, failureOf, fieldErrorsOf } from '../../api/failure.ts';
import { isAborted, uploadFile } from '../../api/upload.ts';
import type { WantedFile } from '../../api/wrong-file.ts';

export interface UploadState {
  /** From 0 to 1 while a file is sent. */
  progress: number | undefined;
  failure: Failure | undefined;
  /** Undefined if it was cancelled or refused; the reason is then in `failure`. */
  start(file: Blob, name: string): Promise<UploadSaved | undefined>;
  cancel(): void;
  fail(title: string, advice?: string): void;
  forget(): void;
}

/** One upload at a time, of any kind by default. Leaving the screen cancels it. */
export function useUpload(wanted?: WantedFile): UploadState {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const [failure, setFailure] = useState<Failure>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  return {
    progress,
    failure,
    async start(file, name) {
      controller.current?.abort();
      const own = new AbortController();
      controller.current = own;
      setFailure(undefined);
      setProgress(0);
      try {
        const saved = await uploadFile(file, name, { signal: own.signal, onProgress: setProgress });
        await client.invalidateQueries({ queryKey: ['uploads'] });
        return saved;
      } catch (error) {
        if (!isAborted(error)) {
          const title = Object.values(fieldErrorsOf(error, i18n, wanted))[0];
          const found = failureOf(error, i18n, wanted);
          setFailure(title === undefined ? found : { ...found, title });
        }
        return undefined;
      } finally {
        setProgress(undefined);
      }
    },
    cancel: () => controller.current?.abort(),
    fail: (title, advice) => setFailure({ title, advice }),
    forget: () => setFailure(undefined),
  };
}
