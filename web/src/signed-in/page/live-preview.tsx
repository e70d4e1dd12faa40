// The page as visitors will see it, with changes that are not saved yet. The service renders it. The frame has an opaque
// origin: what it shows cannot reach the dashboard, adds no visit, and loads no pixel.
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../design/class-names.ts';
import styles from './live-preview.module.css';
import type { PreviewChanges } from './preview-requests.ts';
import { PreviewSkeleton } from './preview-skeleton.tsx';
import { usePreview } from './use-preview.ts';

interface LivePreviewProps {
  changes?: PreviewChanges;
  /** Of the stored page: the preview is made anew when it changes. 0 while the page is still being read. */
  version: number;
  /** A block was tapped. New blocks have the ids -1, -2, … */
  onTap?: (blockId: number) => void;
  /** Without the frame of a phone. */
  isPlain?: boolean;
  width?: 'phone' | 'wide';
  /** Default: that of this device. */
  scheme?: 'light' | 'dark';
}

type FrameMessage = { type: 'ready' } | { type: 'shown' } | { type: 'block'; id: number };

const noChanges: PreviewChanges = {};

export function LivePreview({
  changes = noChanges,
  version,
  onTap,
  isPlain,
  width = 'phone',
  scheme,
}: LivePreviewProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame has loaded: it is empty each time. */
  const [loads, setLoads] = useState(0);
  const [isShown, setShown] = useState(false);
  const [isVisible, setVisible] = useState(false);
  const isWanted = isVisible || loads > 0;
  const { html, problem } = usePreview(changes, version, isWanted);

  // Without waiting for the frame, which is loaded only where there is room for it.
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setVisible(true));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);

  useLayoutEffect(() => {
    function receive({ source, data }: MessageEvent<FrameMessage>) {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data.type === 'ready') setLoads((count) => count + 1);
      else if (data.type === 'shown') setShown(true);
      else if (data.type === 'block') onTap?.(data.id);
    }
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, [onTap]);

  useEffect(() => {
    // An opaque origin cannot be named as the target.
    if (loads > 0 && html !== undefined) frame.current?.contentWindow?.postMessage({ html, scheme }, '*');
  }, [loads, html, scheme]);

  return (
    <div className={classNames(styles.phone, isPlain && styles.plain, width === 'wide' && styles.wide)}>
      <div className={styles.screen} aria-busy={isWanted && !isShown}>
        <iframe
          ref={frame}
          src="preview"
          sandbox="allow-scripts"
          title={t`Your page, as visitors see it`}
          loading="lazy"
        />
        {!isShown && <PreviewSkeleton changes={changes} scheme={scheme} />}
      </div>
      <p className={styles.notice} role="status">
        {problem === 'invalid' && <Trans>The preview is waiting for a valid value.</Trans>}
        {problem === 'failed' && <Trans>The preview could not be updated.</Trans>}
      </p>
    </div>
  );
}
