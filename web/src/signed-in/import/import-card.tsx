import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { announce } from '../../design/feedback/toasts.tsx';
import { Checkbox, RadioCards } from '../../design/fields/choice.tsx';
import { Select } from '../../design/fields/select.tsx';
import { TextArea } from '../../design/fields/text-field.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { useUnsaved } from '../../frame/unsaved.ts';
import { FileButton } from './file-button.tsx';
import styles from './import.module.css';
import { documentIn, type ImportFormat, type ImportMode, type ImportSource, importRequest } from './import-request.ts';
import { ImportResult } from './import-result.tsx';
import { PlanSection } from './plan-section.tsx';
import { useDebounced } from './use-debounced.ts';
import { useImport } from './use-import.ts';

type FormatChoice = ImportFormat | 'detect';

export function ImportCard() {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [fileName, setFileName] = useState<string>();
  const [format, setFormat] = useState<FormatChoice>('detect');
  const [mode, setMode] = useState<ImportMode>('add');
  const [leavesPicturesOut, setLeavesPicturesOut] = useState(false);
  useUnsaved(() => text.trim() !== '' && fileName === undefined);
  const debounced = useDebounced(text);
  const source: ImportSource = {
    text: debounced,
    mode,
    leavesPicturesOut,
    ...(format !== 'detect' && { format }),
  };
  const plan = useQuery({
    queryKey: ['import', source],
    queryFn: ({ signal }) => api.page.import(importRequest(source, true), { signal }),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
  const run = useImport();
  const isPlanned = debounced === text.trim() && plan.isSuccess && !plan.isPlaceholderData;
  const empty = () => {
    setText('');
    setFileName(undefined);
  };

  if (run.data) {
    return <ImportResult imported={run.data} onAgain={run.reset} />;
  }
  return (
    <Card title={t`Import a page or links`}>
      {fileName === undefined ? (
        <TextArea
          label={t`Paste links or the content of a file`}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={'https://example.com\nMy shop https://shop.example'}
          spellCheck={false}
          autoCapitalize="off"
          dir="ltr"
          hint={t`One link per line, a table, or anything from the list below.`}
        />
      ) : (
        <Banner
          title={fileName}
          actions={
            <Button size="small" onClick={empty}>
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
      {debounced !== '' && (
        <>
          <div className={styles.options}>
            <RadioCards
              legend={<span className={styles.legend}>{t`What happens to your page`}</span>}
              name="mode"
              defaultValue="add"
              onChoose={setMode}
              options={[
                { value: 'add', title: t`Add to it`, text: t`After what is there already` },
                { value: 'replace', title: t`Replace it`, text: t`What is not in the import is removed` },
              ]}
            />
            {documentIn(debounced) ? (
              <Checkbox
                label={t`Leave out pictures that this server does not have`}
                checked={leavesPicturesOut}
                onChange={(event) => setLeavesPicturesOut(event.target.checked)}
              />
            ) : (
              <Select
                label={t`Format`}
                value={format}
                onChange={(event) => setFormat(event.target.value as FormatChoice)}
                options={[
                  { value: 'detect', label: t`Recognise it` },
                  { value: 'links', label: t`List or table of links` },
                  { value: 'linktree', label: t`Linktree` },
                  { value: 'linkstack', label: t`LinkStack` },
                  { value: 'bookmarks', label: t`Bookmarks` },
                ]}
              />
            )}
          </div>
          {plan.isError ? (
            <FailureBanner error={plan.error} onRetry={() => plan.refetch()} />
          ) : (
            <PlanSection plan={plan.data} isCurrent={isPlanned} />
          )}
        </>
      )}
      {run.isError && <FailureBanner error={run.error} />}
      {debounced !== '' && !plan.isError && (
        <div className={styles.actions}>
          <Button
            variant="primary"
            busy={run.isPending}
            disabled={!isPlanned || plan.data?.changes.length === 0}
            onClick={() => {
              announce(t`Importing…`);
              run.mutate(source, { onSuccess: empty });
            }}
          >
            {mode === 'add' ? <Trans>Add to your page</Trans> : <Trans>Replace your page</Trans>}
          </Button>
          <Button variant="quiet" onClick={empty}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      )}
    </Card>
  );
}
