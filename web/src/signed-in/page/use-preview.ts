import { useEffect, useRef, useState } from 'react';
import { FingerpostError } from '../../../../clients/typescript/index.ts';
import { publicApi } from '../../api/client.ts';
import { signInAnswer } from '../../api/sign-in-requests.ts';
import { createPreviewRequests, type PreviewChanges, type PreviewRequests } from './preview-requests.ts';

interface Preview {
  /** The last one that could be made. */
  html?: string;
  /** Why it is not the current one: a value is not valid, or the service did not answer. */
  problem?: 'invalid' | 'failed';
}

/**
 * Nothing is requested before it is visible. `version` is 0 while the stored page is still being read: then the first
 * preview is already of that page. Nobody is asked to sign in: whatever they do next asks for it.
 */
export function usePreview(changes: PreviewChanges, version: number, isVisible: boolean): Preview {
  const [preview, setPreview] = useState<Preview>({});
  const requests = useRef<PreviewRequests>(undefined);
  const last = useRef<{ wanted: string; version: number }>(undefined);

  useEffect(() => {
    let isShown = false;
    const render = async (wanted: PreviewChanges, signal: AbortSignal) => {
      await signInAnswer();
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
  useEffect(() => {
    if (!isVisible) return;
    const before = last.current;
    last.current = { wanted, version };
    if (before?.wanted === wanted && (before.version === 0 || before.version === version)) return;
    requests.current?.ask(JSON.parse(wanted));
  }, [wanted, version, isVisible]);

  return preview;
}

function problemOf(error: unknown): 'invalid' | 'failed' {
  return error instanceof FingerpostError && error.code === 'invalid' ? 'invalid' : 'failed';
}
