import { Trans, useLingui } from '@lingui/react/macro';
import type { PageImported } from '../../../../clients/typescript/index.ts';
import { Banner } from '../../design/feedback/banner.tsx';
import { SkeletonLines } from '../../design/feedback/waiting.tsx';
import { ChangeList } from '../changes/change-list.tsx';
import styles from './import.module.css';

interface PlanSectionProps {
  plan: PageImported | undefined;
  /** False while it is being read anew. */
  isCurrent: boolean;
}

/** What the import would do. */
export function PlanSection({ plan, isCurrent }: PlanSectionProps) {
  const { t } = useLingui();
  if (!plan) {
    return (
      <div aria-busy="true">
        <SkeletonLines count={4} />
      </div>
    );
  }
  return (
    <div className={styles.plan} aria-busy={!isCurrent}>
      <div>
        <h3>
          <Trans>What will change</Trans>
        </h3>
        <p className={styles.note}>
          {plan.changes.length === 0 ? (
            <Trans>Nothing: no links were found, or all of it is on your page already.</Trans>
          ) : (
            <Trans>Nothing has changed yet.</Trans>
          )}
        </p>
      </div>
      {plan.changes.length > 0 && <ChangeList label={t`What will change`} changes={plan.changes} />}
      {plan.warnings.length > 0 && (
        <Banner tone="warning" title={t`Please note`}>
          <ul>
            {plan.warnings.map((warning) => (
              <li key={warning} lang="en" dir="ltr">
                {warning}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
