import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Profile } from '../../../../clients/typescript/index.ts';
import { api } from '../../api/client.ts';
import { pictureTypes } from '../../api/upload.ts';
import { wrongFile } from '../../api/wrong-file.ts';
import { Button } from '../../design/actions/button.tsx';
import { Avatar } from '../../design/content/avatar.tsx';
import { Banner } from '../../design/feedback/banner.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { profileQuery } from '../queries.ts';
import styles from './account.module.css';

/** A generated picture stands in until there is an own one. */
export function PictureField({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const change = useMutation({
    mutationFn: async (file: File | null) => {
      const avatar = file && (await api.uploads.create({ file, name: file.name })).reference;
      await api.user.editProfile({ avatar });
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
      toast(t`Saved`);
    },
  });
  const [problem, setProblem] = useState<string>();
  const choose = (file: File | null) => {
    const found = file ? wrongFile(file, 'picture', i18n) : undefined;
    setProblem(found);
    change.reset();
    if (found === undefined) change.mutate(file);
  };
  const isOwn = !profile.avatar.includes('/pictures/avatar/');
  return (
    <>
      <div className={styles.picture}>
        <Avatar name={profile.name || profile.username} src={profile.avatar} size={72} />
        <div className={styles.buttons}>
          <Button icon="upload" size="small" busy={change.isPending} onClick={() => input.current?.click()}>
            <Trans>Choose a picture</Trans>
          </Button>
          {isOwn && (
            <Button variant="quiet" size="small" onClick={() => choose(null)}>
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={pictureTypes.join(',')}
          aria-label={t`Picture`}
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) choose(file);
            event.target.value = '';
          }}
        />
      </div>
      {problem && <Banner tone="danger" title={problem} />}
      {change.isError && <FailureBanner error={change.error} wanted="picture" />}
    </>
  );
}
