// How the page looks: who it shows, its theme, colours, letters and background. What is tried out is shown in the
// preview, and published by “Use this look”.
import { Trans, useLingui } from '@lingui/react/macro';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Profile } from '../../../../clients/typescript/index.ts';
import { Button } from '../../design/actions/button.tsx';
import { WhenLoaded } from '../../design/drawing.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Sheet } from '../../design/overlays/dialog.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ConflictDialog, SaveState, useSection } from '../editing/index.ts';
import { useMediaQuery } from '../page/list/use-media-query.ts';
import { profileQuery } from '../queries.ts';
import { Screen } from '../shell/screen.tsx';
import styles from './appearance.module.css';
import { BackgroundCard } from './background-card.tsx';
import { ColoursCard } from './colours-card.tsx';
import { PreviewStage } from './preview-stage.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SaveBar } from './save-bar.tsx';
import { ShapesCard } from './shapes-card.tsx';
import { SocialCard } from './social-card.tsx';
import { ThemesCard } from './themes-card.tsx';
import { type SavedAppearance, useAppearance } from './use-appearance.ts';

export function AppearanceScreen() {
  const profile = useQuery(profileQuery);
  const customize = useSection('customize');
  const background = useSection('background');
  const options = useSection('options');
  const isLoaded = Boolean(profile.data && customize.fields && background.fields && options.fields);
  return (
    <>
      <WhenLoaded
        isLoading={!isLoaded}
        skeleton={<LoadingScreen queries={[profile, customize, background, options]} />}
      >
        {() => (
          <AppearanceEditor
            profile={profile.data!}
            saved={{ customize: customize.fields!, background: background.fields!, options: options.fields! }}
          />
        )}
      </WhenLoaded>
      <ConflictDialog />
    </>
  );
}

function LoadingScreen({ queries }: { queries: readonly Pick<UseQueryResult, 'error' | 'isError' | 'refetch'>[] }) {
  const { t } = useLingui();
  const failed = queries.find(({ isError }) => isError);
  return (
    <Screen title={t`Look`} wide>
      {failed ? (
        <FailureBanner error={failed.error} onRetry={() => failed.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={520} />
        </div>
      )}
    </Screen>
  );
}

interface AppearanceEditorProps {
  profile: Profile;
  saved: SavedAppearance;
}

function AppearanceEditor({ profile, saved }: AppearanceEditorProps) {
  const { t } = useLingui();
  const appearance = useAppearance(profile.id, saved);
  const [isNight, setNight] = useState(false);
  const isWide = useMediaQuery('(min-width: 72rem)');
  const [isPreviewOpen, setPreviewOpen] = useState(false);
  const stage = { appearance, isNight, onNight: setNight };
  return (
    <Screen
      title={t`Look`}
      wide
      action={
        <div className={styles.actions}>
          <SaveState />
          <span className={styles.phoneOnly}>
            <Button icon="eye" size="small" onClick={() => setPreviewOpen(true)}>
              <Trans>Preview</Trans>
            </Button>
          </span>
        </div>
      }
    >
      <div className={styles.columns}>
        <div className={styles.list}>
          <JumpLinks />
          <Part id="profile">
            <ProfileCard theme={appearance.customize.theme} />
            <SocialCard />
          </Part>
          <Part id="theme">
            <ThemesCard {...stage} />
          </Part>
          <Part id="colours">
            <ColoursCard appearance={appearance} />
          </Part>
          <Part id="shapes">
            <ShapesCard appearance={appearance} />
          </Part>
          <Part id="background">
            <BackgroundCard appearance={appearance} />
          </Part>
          <SaveBar appearance={appearance} />
        </div>
        <aside className={styles.preview} aria-label={t`Preview`}>
          {isWide && <PreviewStage {...stage} />}
        </aside>
      </div>
      {isPreviewOpen && (
        <Sheet title={t`Preview`} onClose={() => setPreviewOpen(false)}>
          <PreviewStage {...stage} isPlain />
        </Sheet>
      )}
    </Screen>
  );
}

function JumpLinks() {
  const { t } = useLingui();
  const parts = [
    ['profile', t`Profile`],
    ['theme', t`Theme`],
    ['colours', t`Colours`],
    ['shapes', t`Font and shape`],
    ['background', t`Background`],
  ];
  return (
    <nav aria-label={t`On this screen`} className={styles.jumps}>
      {parts.map(([id, title]) => (
        // With the path: a fragment alone would be resolved against the document's base.
        <a key={id} href={`${location.pathname}#${id}`}>
          {title}
        </a>
      ))}
    </nav>
  );
}

function Part({ id, children }: { id: string; children: React.ReactNode }) {
  return (
    <div id={id} className={styles.part}>
      {children}
    </div>
  );
}
