import { useEffect, useRef, useState } from 'react';
import { FingerpostError } from '../../../../clients/typescript/index.ts';
import { publicApi } from '../../api/client.ts';
import { createPreviewRequests, type PreviewChanges, type PreviewRequests } from './preview-requests.ts';

interface Preview {
  /** The last one that could be made. */
  html?: string;
  /** Why it is not the current one: a value is not valid, or the service did not answer. */
  problem?: 'invalid' | 'failed';
}

/** Nothing is requested before it is visible. Nobody is asked to sign in: whatever they do next asks for it. */
export function usePreview(changes: PreviewChanges, version: number, isVisible: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({});
  const requests = useRef<PreviewRequests>(undefined);

  useEffect(() => {
    let isShown = false;
    const render = async (wanted: PreviewChanges, signal: AbortSignal) => {
      const { html } = await publicApi.page.preview(wanted, { signal });
      isShown = true;
      return html;
    };
    const load = async (wanted: PreviewChanges, signal: AbortSignal) => {
      try {
        return await render(wanted, signal);
      } catch (error) {
        // A text from before a reload may be invalid. Then the page as it is stored is better than none.
        if (!isShown && problemOf(error) === 'invalid') setPreview({ html: await render({}, signal) });
        throw error;
      }
    };
    const opened = createPreviewRequests(load, {
      shown: (html) => setPreview({ html }),
      failed(error) {
        const problem = problemOf(error);
        setPreview(({ html }) => ({ ...(html !== undefined && { html }), problem }));
        return problem === 'failed';
      },
    });
    requests.current = opened;
    return () => opened.close();
  }, []);

  // By value: callers may make a new object each time.
  const wanted = JSON.stringify(changes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a new page with the same changes
  useEffect(() => {
    if (isVisible) requests.current?.ask(JSON.parse(wanted));
  }, [wanted, version, isVisible]);

  return preview;
}

function problemOf(error: unknown): 'invalid' | 'failed' {
  return error instanceof FingerpostError && error.code === 'invalid' ? 'invalid' : 'failed';
}
