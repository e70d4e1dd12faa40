import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PageImported } from '../../../../clients/typescript/index.ts';
import { Banner } from '../../design/feedback/banner.tsx';
import { SkeletonLines } from '../../design/feedback/waiting.tsx';
import { Icon } from '../../design/icon.tsx';
import styles from './welcome.module.css';

const SHOWN = 12;

interface ImportPlanProps {
  plan: PageImported | undefined;
  /** Of the links that were pasted. */
  captions: readonly string[];
  isLoading: boolean;
}

/** What an import would do, before it is done. */
export function ImportPlan({ plan, captions, isLoading }: ImportPlanProps) {
  const { t } = useLingui();
  if (!plan) return isLoading ? <SkeletonLines count={3} /> : null;
  const { changes, warnings } = plan;
  const left = changes.length - SHOWN;
  return (
    <section className={styles.plan} aria-label={t`What will be added`}>
      <p className={styles.planTitle}>
        {changes.length === 0 ? (
          <Trans>There is nothing to add in this.</Trans>
        ) : (
          plural(changes.length, { one: '# change', other: '# changes' })
        )}
      </p>
      <ul className={styles.changes}>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={`${change.action} ${change.path}`}>
            <Icon name={change.action === 'add' ? 'plus' : 'edit'} size={16} />
            <span>{change.text}</span>
          </li>
        ))}
        {left > 0 && <li>{plural(left, { one: '… and # more', other: '… and # more' })}</li>}
      </ul>
      {captions.length > 0 && changes.length > 0 && (
        <p className={styles.captions}>{captions.slice(0, SHOWN).join(' · ')}</p>
      )}
      {warnings.length > 0 && (
        <Banner tone="warning" title={t`Left out`}>
          <ul>
            {warnings.slice(0, SHOWN).map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}
