import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Profile } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { TextArea, TextField } from '../../design/fields/text-field.tsx';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { Loaded } from '../loaded.tsx';
import { addressQuery, profileQuery } from '../queries.ts';
import { UsernameCard } from '../sharing/username-card.tsx';
import styles from './account.module.css';
import { AccountScreen } from './account-screen.tsx';
import { PictureField } from './picture-field.tsx';

export function ProfileScreen() {
  const { t } = useLingui();
  const profile = useQuery(profileQuery);
  const address = useQuery(addressQuery);
  return (
    <AccountScreen title={t`Profile`} lead={<Trans>What visitors see at the top of your page.</Trans>}>
      <Loaded query={profile} skeleton={<Skeleton height={420} />}>
        {(data) => <NameCard profile={data} />}
      </Loaded>
      <Loaded query={address} skeleton={<Skeleton height={200} />}>
        {(data) => <UsernameCard address={data} />}
      </Loaded>
    </AccountScreen>
  );
}

function NameCard({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const submission = useSubmission(async ({ name = '', bio = '' }) => {
    await api.user.editProfile({ name, bio });
    await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    toast(t`Saved`);
  });
  return (
    <Card title={t`Name and picture`}>
      <PictureField profile={profile} />
      <Form submission={submission}>
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="name"
          defaultValue={profile.name}
          maxLength={limits.personName}
          error={submission.errors.name}
        />
        <TextArea
          label={t`About you`}
          name="bio"
          optional
          defaultValue={profile.bio}
          maxLength={limits.bio}
          error={submission.errors.bio}
          hint={t`One or two sentences.`}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" busy={submission.busy}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </Form>
    </Card>
  );
}
