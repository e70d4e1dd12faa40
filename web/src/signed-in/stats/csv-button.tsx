import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { failureOf } from '../../api/failure.ts';
import { Button } from '../../design/actions/button.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { downloadTable, type Scope, type Table } from './requests.ts';
import styles from './stats.module.css';

/** The table as a file, with the period, time zone and filters of the screen. */
export function CsvButton({ scope, table, name }: { scope: Scope; table: Table; name: string }) {
  const { i18n } = useLingui();
  const download = useMutation({ mutationFn: () => downloadTable(scope, table) });
  const failure = download.isError ? failureOf(download.error, i18n) : undefined;
  return (
    <span className={styles.csv}>
      {failure && (
        <span role="alert" className={styles.csvFailure}>
          {failure.title}
        </span>
      )}
      <Button size="small" variant="quiet" icon="download" busy={download.isPending} onClick={() => download.mutate()}>
        CSV
        <VisuallyHidden> {name}</VisuallyHidden>
      </Button>
    </span>
  );
}
