import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { IconButton } from '../../design/actions/button.tsx';
import { Card } from '../../design/content/card.tsx';
import { ProgressBar, Skeleton } from '../../design/feedback/waiting.tsx';
import { Icon } from '../../design/icon.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { accountQuery, blocksQuery, profileQuery } from '../queries.ts';
import styles from './next-steps.module.css';

const HIDDEN = 'fingerpost.next-steps-hidden';

interface NextStepsProps {
  onAddLinks: () => void;
}

interface Step {
  id: string;
  title: string;
  isDone: boolean;
  href?: string;
  onChoose?: () => void;
}

/**
 * What a new page lacks. The list disappears when everything is done, or when it is hidden. A page always has a theme,
 * and the API does not tell a chosen default from an untouched one, so choosing a theme is not a step.
 */
export function NextSteps({ onAddLinks }: NextStepsProps) {
  const { t, i18n } = useLingui();
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) !== null);
  const account = useQuery(accountQuery).data;
  const profile = useQuery(profileQuery).data;
  const blocks = useQuery(blocksQuery).data;
  const isKnown = account && profile && blocks;
  if (isHidden) return null;
  if (!isKnown) return <Skeleton height={286} />;
  const steps: Step[] = [
    { id: 'links', title: t`Add your links`, isDone: blocks.records.length > 0, onChoose: onAddLinks },
    { id: 'bio', title: t`Say who you are`, isDone: profile.bio !== '', href: '/account/profile' },
    { id: 'email', title: t`Confirm your e-mail`, isDone: account.email_verified, href: '/account/email' },
    { id: 'passkey', title: t`Add a passkey`, isDone: account.passkeys > 0, href: '/account/passkeys' },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  const hide = () => {
    localStorage.setItem(HIDDEN, '1');
    setHidden(true);
  };
  if (done === steps.length) {
    localStorage.setItem(HIDDEN, '1');
    return null;
  }
  return (
    <Card title={t`What to do next`} aside={<IconButton icon="close" label={t`Hide this list`} onClick={hide} />}>
      <ProgressBar
        label={t`${i18n.number(done)} of ${i18n.number(steps.length)} done`}
        value={done}
        max={steps.length}
      />
      <ul className={styles.steps}>
        {steps.map((step) => (
          <li key={step.id} className={styles.step}>
            <span className={step.isDone ? styles.done : styles.open}>
              {step.isDone && <Icon name="check" size={16} />}
            </span>
            <StepTitle step={step} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function StepTitle({ step }: { step: Step }) {
  const { title, isDone, href, onChoose } = step;
  if (isDone) {
    return (
      <span className={styles.doneTitle}>
        {title}
        <VisuallyHidden>
          <Trans>, done</Trans>
        </VisuallyHidden>
      </span>
    );
  }
  return href ? (
    <Link href={href} className={styles.title!}>
      {title}
    </Link>
  ) : (
    <button type="button" onClick={onChoose} className={styles.title}>
      {title}
    </button>
  );
}
