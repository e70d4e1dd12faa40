import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block, FormEntry } from '../../../../clients/typescript/index.ts';
import { type BlockContent, blockDefinitions } from '../../../../contract/blocks/index.ts';
import { formFields } from '../../../../contract/page/forms.ts';
import { api } from '../../api/client.ts';
import { IconButton } from '../../design/actions/button.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { useTimes } from '../times.ts';
import styles from './entries.module.css';

interface EntryListProps {
  form: Block;
  name: string;
  entries: readonly FormEntry[];
}

export function EntryList({ form, name, entries }: EntryListProps) {
  const { t } = useLingui();
  const times = useTimes();
  const client = useQueryClient();
  const [deleting, setDeleting] = useState<FormEntry>();
  const remove = useMutation({
    mutationFn: (entry: FormEntry) => api.blocks.deleteEntry(form.id, entry.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['entries', form.id] });
      toast(t`The entry is deleted.`);
    },
  });
  const labels = labelsOf(form);
  return (
    <>
      {remove.isError && <FailureBanner error={remove.error} />}
      <ul className={styles.entries} aria-label={t`Entries of ${name}`}>
        {entries.map((entry) => {
          const sender = senderOf(entry);
          return (
            <li key={entry.id} className={styles.entry}>
              <div className={styles.head}>
                <div className={styles.sender}>
                  <p className={styles.name}>{sender ? <bdi>{sender}</bdi> : <Trans>Without a name</Trans>}</p>
                  <p className={styles.time}>{times.moment(entry.created_at)}</p>
                </div>
                <IconButton
                  icon="trash"
                  label={sender ? t`Delete the entry of ${sender}` : t`Delete this entry`}
                  onClick={() => setDeleting(entry)}
                />
              </div>
              <Values values={entry.values} labels={labels} sender={sender} />
            </li>
          );
        })}
      </ul>
      {deleting && (
        <ConfirmDialog
          title={t`Delete this entry?`}
          action={t`Delete`}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <Trans>This can’t be undone.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ValuesProps {
  values: FormEntry['values'];
  labels: ReadonlyMap<string, string>;
  /** Already shown as the heading. */
  sender: string;
}

function Values({ values, labels, sender }: ValuesProps) {
  const rest = Object.entries(values).filter(([, value]) => value !== sender);
  if (rest.length === 0) return null;
  return (
    <dl className={styles.values}>
      {rest.map(([name, value]) => (
        <div key={name}>
          <dt>
            <bdi>{labels.get(name) ?? name}</bdi>
          </dt>
          <dd dir="auto">{name === 'email' ? <a href={`mailto:${encodeURIComponent(value)}`}>{value}</a> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

function senderOf({ values }: FormEntry): string {
  return values.name ?? values.email ?? '';
}

/** As the form asks for them. A field that was removed from the form keeps its name. */
function labelsOf({ block, blocks }: Block): ReadonlyMap<string, string> {
  const { fields: chosen } = (blocks?.content ?? {}) as Partial<BlockContent<'contact_form'>>;
  const content = { fields: chosen ?? blockDefinitions.contact_form.content.fields.default };
  const fields = formFields(block === 'contact_form' ? { type: block, content } : { type: 'signup' });
  return new Map(fields.map(({ name, label }) => [name, label]));
}
