import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '../../../../../contract/limits.ts';
import type { KeyScope } from '../../../../../contract/vocabulary.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../design/actions/button.tsx';
import { CopyField } from '../../../design/content/copying.tsx';
import { Banner } from '../../../design/feedback/banner.tsx';
import { RadioCards } from '../../../design/fields/choice.tsx';
import { Select } from '../../../design/fields/select.tsx';
import { TextField } from '../../../design/fields/text-field.tsx';
import { CancelButton, Dialog, DialogActions } from '../../../design/overlays/dialog.tsx';
import { Form, useSubmission } from '../../../frame/submission.tsx';
import { accountQuery } from '../../queries.ts';
import { LostSecret } from '../../shares/lost-secret.tsx';
import { FirstCallTabs } from './first-call-tabs.tsx';

const DAY_MS = 86_400_000;
const NEVER = 'never';

export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [created, setCreated] = useState<{ key: string | null; name: string }>();
  const submission = useSubmission(async ({ name = '', scope, days = NEVER }) => {
    const expiry = days === NEVER ? {} : { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
    const { key } = await api.keys.create({ name, scope: scope as KeyScope, ...expiry });
    await Promise.all([['keys'], accountQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey })));
    setCreated({ key, name });
  });
  if (created) return <CreatedKey name={created.name} secret={created.key} onClose={onClose} />;
  return (
    <Dialog title={t`Create a key`} onClose={onClose}>
      <Form submission={submission}>
        <TextField
          label={t`Name`}
          name="name"
          required
          maxLength={limits.keyName}
          autoComplete="off"
          hint={t`What will use it, for example “Shop”.`}
          error={submission.errors.name}
        />
        <RadioCards<KeyScope>
          legend={t`Access`}
          name="scope"
          defaultValue="read"
          options={[
            { value: 'read', title: t`Read`, text: t`See the page and its numbers, but change nothing.` },
            { value: 'write', title: t`Read and write`, text: t`Change the page too.` },
          ]}
        />
        <Select
          label={t`Expires`}
          name="days"
          defaultValue="90"
          error={submission.errors.expires_at}
          options={[
            { value: '30', label: t`In 30 days` },
            { value: '90', label: t`In 90 days` },
            { value: '365', label: t`In a year` },
            { value: NEVER, label: t`Never` },
          ]}
        />
        <DialogActions>
          <CancelButton />
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Create</Trans>
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function CreatedKey({ name, secret, onClose }: { name: string; secret: string | null; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog title={t`Your key “${name}”`} onClose={onClose}>
      {secret === null ? <LostSecret /> : <ShownKey secret={secret} />}
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ShownKey({ secret }: { secret: string }) {
  const { t } = useLingui();
  return (
    <>
      <Banner tone="warning" title={t`Copy it now.`}>
        <Trans>You won’t see it again.</Trans>
      </Banner>
      <CopyField label={t`Key`} value={secret} />
      <h3>
        <Trans>Try it</Trans>
      </h3>
      <FirstCallTabs secret={secret} />
    </>
  );
}
