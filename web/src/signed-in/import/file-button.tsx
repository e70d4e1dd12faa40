import { Trans, useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { wrongFile } from '../../api/wrong-file.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import styles from './file-button.module.css';

/** Reads a file in the browser. Nothing is sent. */
export function FileButton({ onRead }: { onRead: (name: string, content: string) => void }) {
  const { t, i18n } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const problemOf = (file: File) => {
    if (file.size === 0) return t`The file is empty.`;
    if (file.size > limits.documentBytes) return t`This file is larger than 8 MB. Choose a smaller one.`;
    return wrongFile(file, 'import', i18n);
  };
  const read = async (file: File) => {
    const found = problemOf(file);
    setProblem(found);
    if (found === undefined) onRead(file.name, await file.text());
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
      {problem && <Banner tone="danger" title={problem} />}
    </div>
  );
}
