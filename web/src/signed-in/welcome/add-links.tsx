// Links pasted one per line, or a page from another service. What would come of it is shown before anything changes.

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { invalidLines, linksIn } from '../../../../contract/page/pasted-links.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { announce, toast } from '../../design/feedback/toasts.tsx';
import { TextArea } from '../../design/fields/text-field.tsx';
import { DialogActions } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { useUnsaved } from '../../frame/unsaved.ts';
import { FileButton } from '../import/file-button.tsx';
import { importRequest } from '../import/import-request.ts';
import { useDebounced } from '../import/use-debounced.ts';
import { blocksQuery, profileQuery } from '../queries.ts';
import { ImportPlan } from './import-plan.tsx';
import { useLineProblems } from './line-problems.ts';
import styles from './welcome.module.css';

/** How the service warns of lines that are no links. */
const LINE_WARNING = /left out because of (?:a missing web|an address of more)/;

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
  const field = useRef<HTMLTextAreaElement>(null);
  const describe = useLineProblems();
  useUnsaved(() => text.trim() !== '' && fileName === undefined);
  const debounced = useDebounced(text);
  const plan = useQuery({
    queryKey: ['import', debounced],
    queryFn: ({ signal }) => api.page.import(importRequest({ text: debounced, mode: 'add' }, true), { signal }),
    enabled: debounced !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const add = useMutation({
    mutationFn: () => api.page.import(importRequest({ text, mode: 'add' }, false)),
    onSuccess: async () => {
      await Promise.all([blocksQuery, profileQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      flushSync(() => type(wrong.map((line) => line.text).join('\n')));
      if (wrong.length === 0) return onDone();
      toast(plural(captions.length, { one: '# link added', other: '# links added' }));
      field.current?.focus();
    },
  });
  const isPlanned = debounced === text.trim() && plan.data !== undefined;
  const captions = fileName === undefined ? captionsOf(text) : [];
  // A table or the content of a file is not read line by line: only the service knows what is wrong with it.
  const isRefused = plan.isError || plan.data?.warnings.some((warning) => LINE_WARNING.test(warning));
  const wrong = isRefused && fileName === undefined && !/^\s*[[{<]/.test(debounced) ? invalidLines(text) : [];
  const type = (typed: string) => {
    setText(typed);
    onType?.(captionsOf(typed));
  };

  return (
    <div className={styles.import}>
      {fileName === undefined ? (
        <TextArea
          label={t`Your links, one per line`}
          value={text}
          ref={field}
          readOnly={add.isPending}
          onChange={(event) => type(event.target.value)}
          error={describe(wrong)}
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
      {plan.isError && text !== '' && wrong.length === 0 && <FailureBanner error={plan.error} />}
      {add.isError && <FailureBanner error={add.error} />}
      {debounced !== '' && (
        <ImportPlan
          plan={plan.data}
          captions={captions}
          // The field says it of each line.
          warnings={plan.data?.warnings.filter((warning) => wrong.length === 0 || !LINE_WARNING.test(warning))}
          isLoading={plan.isFetching}
        />
      )}
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
