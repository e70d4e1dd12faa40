// The first steps: name and address, links, a theme; then the page is there to share. Every step can be skipped.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Profile } from '../../../../clients/typescript/index.ts';
import { limits } from '../../../../contract/limits.ts';
import { themeNamed } from '../../../../contract/page/themes.ts';
import { api } from '../../api/client.ts';
import { Wordmark } from '../../brand/wordmark.tsx';
import { Button, LinkButton } from '../../design/actions/button.tsx';
import { CopyField } from '../../design/content/copying.tsx';
import { ProgressBar, Skeleton } from '../../design/feedback/waiting.tsx';
import { TextField } from '../../design/fields/text-field.tsx';
import { DialogActions } from '../../design/overlays/dialog.tsx';
import { useScreenTitle } from '../../frame/screen-title.ts';
import { Form, useSubmission } from '../../frame/submission.tsx';
import { UsernameField } from '../../sign-in/username-field.tsx';
import { ThemePreview } from '../appearance/theme-preview.tsx';
import { Loaded } from '../loaded.tsx';
import { LivePreview } from '../page/live-preview.tsx';
import { PageCode } from '../page/page-code.tsx';
import { addressQuery, profileQuery } from '../queries.ts';
import { SystemShareButton } from '../sharing/share-sheet.tsx';
import { OfflineNotice } from '../shell/offline-notice.tsx';
import { AddLinks } from './add-links.tsx';
import { ChooseTheme } from './choose-theme.tsx';
import { useSampleLinks } from './sample-links.ts';
import styles from './welcome.module.css';

const STEPS = 3;

/** What was typed or chosen and is not saved yet: the picture beside the steps shows it at once. */
interface Draft {
  name?: string;
  links?: readonly string[];
  theme?: string;
}

export function WelcomeScreen({ step }: { step: string | undefined }) {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState<Draft>({});
  const change = (part: Draft) => setDraft((before) => ({ ...before, ...part }));
  const preview = <DraftPreview draft={draft} />;
  switch (step) {
    case 'links':
      return <LinksStep preview={preview} onDraft={change} onNext={() => navigate('/welcome/look')} />;
    case 'look':
      return <ThemeStep preview={preview} onDraft={change} onNext={() => navigate('/welcome/done')} />;
    case 'done':
      return <DoneStep />;
    default:
      return <NameStep preview={preview} onDraft={change} onNext={() => navigate('/welcome/links')} />;
  }
}

function DraftPreview({ draft }: { draft: Draft }) {
  const profile = useQuery(profileQuery).data;
  const links = useSampleLinks();
  const theme = themeNamed(draft.theme ?? profile?.customize.theme ?? '');
  const name = draft.name || profile?.name || profile?.username || '';
  return (
    <div className={styles.phone}>
      <ThemePreview theme={theme} name={name} links={[...new Set([...(draft.links ?? []), ...links])]} room={6} />
    </div>
  );
}

interface StepProps {
  onNext: () => void;
  onDraft: (part: Draft) => void;
  preview: ReactNode;
}

function NameStep({ onNext, onDraft, preview }: StepProps) {
  const { t } = useLingui();
  const profile = useQuery(profileQuery);
  return (
    <WelcomeFrame
      key="name"
      number={1}
      title={t`What’s your name?`}
      lead={<Trans>It goes at the top of your page.</Trans>}
      preview={preview}
    >
      <Loaded query={profile} skeleton={<Skeleton height={240} />}>
        {(data) => <NameForm profile={data} onNext={onNext} onDraft={onDraft} />}
      </Loaded>
    </WelcomeFrame>
  );
}

function NameForm({ profile, onNext, onDraft }: Omit<StepProps, 'preview'> & { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const submission = useSubmission(async ({ name = '', username = '' }) => {
    if (username !== profile.username) await api.user.editUsername({ username });
    if (name !== profile.name) await api.user.editProfile({ name });
    await Promise.all([profileQuery, addressQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })));
  }, onNext);
  return (
    <Form submission={submission}>
      <TextField
        label={t`Name`}
        name="name"
        autoComplete="name"
        defaultValue={profile.name}
        maxLength={limits.personName}
        hint={t`You, your band, your shop.`}
        error={submission.errors.name}
        onChange={(event) => onDraft({ name: event.target.value })}
      />
      <UsernameField current={profile.username} error={submission.errors.username} />
      <DialogActions>
        <SkipButton onSkip={onNext} />
        <Button type="submit" variant="primary" busy={submission.busy}>
          <Trans>Next</Trans>
        </Button>
      </DialogActions>
    </Form>
  );
}

function LinksStep({ onNext, onDraft, preview }: StepProps) {
  const { t } = useLingui();
  return (
    <WelcomeFrame
      key="links"
      number={2}
      title={t`Add your links`}
      lead={<Trans>Paste as many as you like.</Trans>}
      preview={preview}
    >
      <AddLinks onDone={onNext} onType={(links) => onDraft({ links })} others={<SkipButton onSkip={onNext} />} />
    </WelcomeFrame>
  );
}

function ThemeStep({ onNext, onDraft, preview }: StepProps) {
  const { t } = useLingui();
  return (
    <WelcomeFrame key="look" number={3} title={t`Choose a look`} preview={preview}>
      <ChooseTheme onDone={onNext} onChoose={(theme) => onDraft({ theme })} others={<SkipButton onSkip={onNext} />} />
    </WelcomeFrame>
  );
}

function DoneStep() {
  const { t } = useLingui();
  const address = useQuery(addressQuery);
  return (
    <WelcomeFrame
      key="done"
      title={t`Your page is online`}
      lead={<Trans>Share its address wherever people find you.</Trans>}
      preview={<LivePreview version={address.dataUpdatedAt} />}
    >
      <Loaded query={address} skeleton={<Skeleton height={420} />}>
        {({ url }) => (
          <>
            <CopyField label={t`Address of your page`} value={url} />
            <div className={styles.ways}>
              <LinkButton href="/" variant="primary">
                <Trans>Go to the dashboard</Trans>
              </LinkButton>
              <LinkButton href={url} target="_blank" icon="external">
                <Trans>See your page</Trans>
              </LinkButton>
              <SystemShareButton url={url} />
            </div>
            <PageCode url={url} />
          </>
        )}
      </Loaded>
    </WelcomeFrame>
  );
}

function SkipButton({ onSkip }: { onSkip: () => void }) {
  return (
    <Button variant="quiet" onClick={onSkip}>
      <Trans>Skip</Trans>
    </Button>
  );
}

interface WelcomeFrameProps {
  number?: number;
  title: string;
  lead?: ReactNode;
  /** Beside the step, on wide screens. */
  preview: ReactNode;
  children: ReactNode;
}

function WelcomeFrame({ number, title, lead, preview, children }: WelcomeFrameProps) {
  const { t, i18n } = useLingui();
  const heading = useScreenTitle(title);
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Wordmark />
        {number !== undefined && (
          <LinkButton href="/" variant="quiet" size="small">
            <Trans>Skip all</Trans>
          </LinkButton>
        )}
      </header>
      <main className={styles.main}>
        <OfflineNotice />
        {number !== undefined && (
          <div className={styles.progress}>
            <span>
              <Trans>
                Step {i18n.number(number)} of {i18n.number(STEPS)}
              </Trans>
            </span>
            <ProgressBar label={t`First steps`} value={number} max={STEPS} />
          </div>
        )}
        <div className={styles.heading}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </main>
      <div className={styles.preview}>{preview}</div>
    </div>
  );
}
