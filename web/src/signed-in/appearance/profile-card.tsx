import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ProfileSection } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { TextArea, TextField } from '../../design/fields/text-field.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { type EditTarget, useEditor, useSection, useTextField } from '../editing/index.ts';
import { Loaded } from '../loaded.tsx';
import { avatarFrame, PictureDialog } from '../pictures/index.tsx';
import styles from './appearance.module.css';
import { ProfilePicture } from './profile-picture.tsx';

const target: EditTarget = { kind: 'section', section: 'profile' };

export function ProfileCard({ theme }: { theme: string }) {
  const { t } = useLingui();
  const profile = useSection('profile');
  return (
    <Card title={t`Profile`} text={<Trans>What visitors see at the top of your page.</Trans>}>
      <Loaded query={profile} skeleton={<Skeleton height={280} />}>
        {() => <ProfileFields profile={profile.fields!} theme={theme} />}
      </Loaded>
    </Card>
  );
}

function ProfileFields({ profile, theme }: { profile: ProfileSection; theme: string }) {
  const { t } = useLingui();
  const name = useTextField({ target, path: 'name', saved: profile.name, label: t`Name changed` });
  const bio = useTextField({
    target,
    path: 'bio',
    saved: profile.bio,
    label: t`Text about you changed`,
    isMultiline: true,
  });
  return (
    <>
      <PictureRow profile={profile} theme={theme} />
      <TextField label={t`Name`} autoComplete="name" maxLength={limits.personName} {...name} />
      <TextArea label={t`About you`} optional maxLength={limits.bio} hint={t`One or two sentences.`} {...bio} />
    </>
  );
}

/** A generated picture stands in until there is an own one. */
function PictureRow({ profile, theme }: { profile: ProfileSection; theme: string }) {
  const { t } = useLingui();
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  // Until the service has answered, a removed picture is null.
  const current: string | null = profile.avatar;
  const isOwn = current?.includes('/uploads/') === true;
  const change = async (avatar: string | null) => {
    setFailure(undefined);
    const base = { avatar: isOwn ? current : null };
    const label = avatar === null ? t`Picture removed` : t`Picture changed`;
    await editor.change({ type: 'edit', target, patch: { avatar }, base }, label).catch(setFailure);
  };
  return (
    <>
      <div className={styles.media}>
        <ProfilePicture frame={avatarFrame(theme)} src={current} name={profile.name} />
        <div className={styles.buttons}>
          <Button icon="picture" onClick={() => setOpen(true)}>
            {isOwn ? t`Change the picture` : t`Choose a picture`}
          </Button>
          {isOwn && (
            <Button variant="quiet" onClick={() => change(null)}>
              <Trans>Remove it</Trans>
            </Button>
          )}
        </div>
      </div>
      {failure !== undefined && <FailureBanner error={failure} />}
      {isOpen && (
        <PictureDialog
          title={t`Your picture`}
          frame={avatarFrame(theme)}
          onClose={() => setOpen(false)}
          onChoose={({ url }) => {
            setOpen(false);
            void change(url);
          }}
        />
      )}
    </>
  );
}
