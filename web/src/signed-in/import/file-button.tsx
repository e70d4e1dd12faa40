import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import styles from './file-button.module.css';

/** Reads a file in the browser. Nothing is sent. */
export function FileButton({ onRead }: { onRead: (name: string, content: string) => void }) {
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const read = async (file: File) => {
    setTooLarge(file.size > limits.documentBytes);
    if (file.size <= limits.documentBytes) onRead(file.name, await file.text());
  };
  return (
    <div className={styles.file}>
      <Button icon="upload" onClick={() => input.current?.click()}>
        <Trans>Import a file</Trans>
      </Button>
      <p>
        <Trans>A saved Linktree page, a LinkStack export, bookmarks, or a Fingerpost page.</Trans>
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t`File to import`}
        accept=".html,.htm,.json,.txt,.csv,text/html,application/json,text/plain"
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) read(file);
          event.target.value = '';
        }}
      />
      {isTooLarge && (
        <Banner tone="danger" title={t`This file is larger than 8 MB.`}>
          <Trans>Choose a smaller one.</Trans>
        </Banner>
      )}
    </div>
  );
}
