// Links pasted one per line, or a page from another service. What would come of it is shown before anything changes.
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { linksIn } from '../../../../contract/page/pasted-links.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { announce } from '../../design/feedback/toasts.tsx';
import { TextArea } from '../../design/fields/text-field.tsx';
import { DialogActions } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { blocksQuery, profileQuery } from '../queries.ts';
import { ImportPlan } from './import-plan.tsx';
import styles from './welcome.module.css';

const PAUSE_MS = 500;

interface AddLinksProps {
  onDone: () => void;
  /** Beside the button that adds. */
  others?: ReactNode;
  /** What the links are called, while they are typed. */
  onType?: (captions: readonly string[]) => void;
}

export function AddLinks({ onDone, others, onType }: AddLinksProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string>();
  const settled = useSettled(text);
  const plan = useQuery({
    queryKey: ['import', settled],
    queryFn: ({ signal }) => api.page.import(importOf(settled, true), { signal }),
    enabled: settled !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const add = useMutation({
    mutationFn: () => api.page.import(importOf(text, false)),
    onSuccess: async () => {
      await Promise.all([blocksQuery, profileQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      onDone();
    },
  });
  const isPlanned = settled === text.trim() && plan.data !== undefined;
  const captions = fileName === undefined ? captionsOf(text) : [];

  return (
    <div className={styles.import}>
      {fileName === undefined ? (
        <TextArea
          label={t`Your links, one per line`}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            onType?.(captionsOf(event.target.value));
          }}
          placeholder={'https://example.com\nMy shop https://shop.example'}
          spellCheck={false}
          autoCapitalize="off"
          dir="ltr"
          hint={t`You can put a title before each link.`}
        />
      ) : (
        <Banner
          title={fileName}
          actions={
            <Button
              size="small"
              onClick={() => {
                setFileName(undefined);
                setText('');
              }}
            >
              <Trans>Choose something else</Trans>
            </Button>
          }
        />
      )}
      <FileButton
        onRead={(name, content) => {
          setFileName(name);
          setText(content);
          announce(t`${name} was read.`);
        }}
      />
      {plan.isError && text !== '' && <FailureBanner error={plan.error} />}
      {add.isError && <FailureBanner error={add.error} />}
      {settled !== '' && <ImportPlan plan={plan.data} captions={captions} isLoading={plan.isFetching} />}
      <DialogActions>
        {others}
        <Button
          variant="primary"
          busy={add.isPending}
          disabled={!isPlanned || plan.data?.changes.length === 0}
          onClick={() => add.mutate()}
        >
          <Trans>Add to your page</Trans>
        </Button>
      </DialogActions>
    </div>
  );
}

function captionsOf(text: string): string[] {
  return linksIn(text).map(({ caption }) => caption);
}

/** A file that Fingerpost itself exported is a document; everything else is recognised by the service. */
function importOf(text: string, isDryRun: boolean) {
  const given = text.trimStart().startsWith('{') ? asDocument(text) : undefined;
  return given
    ? { document: given, mode: 'add' as const, dry_run: isDryRun }
    : { text, mode: 'add' as const, dry_run: isDryRun };
}

function asDocument(text: string) {
  try {
    const read = JSON.parse(text);
    return read?.version === 1 ? read : undefined;
  } catch {
    return undefined;
  }
}

/** What was typed, once the typing has paused. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function FileButton({ onRead }: { onRead: (name: string, content: string) => void }) {
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
