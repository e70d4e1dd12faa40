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
  warnings: readonly string[] | undefined;
  isLoading: boolean;
}

/** What an import would do, before it is done. */
export function ImportPlan({ plan, captions, warnings = [], isLoading }: ImportPlanProps) {
  const { t } = useLingui();
  if (!plan) return isLoading ? <SkeletonLines count={3} /> : null;
  const { changes } = plan;
  // Lines of links become one block: its links say more than that.
  const areLinks = captions.length > 0 && changes.length === 1;
  const lines = areLinks ? captions.map((text) => ({ text, action: 'add' })) : changes;
  const left = lines.length - SHOWN;
  return (
    <section className={styles.plan} aria-label={t`What will be added`}>
      <p className={styles.planTitle}>
        {lines.length === 0 && <Trans>No links found.</Trans>}
        {lines.length > 0 &&
          (areLinks
            ? plural(lines.length, { one: '# link to add', other: '# links to add' })
            : plural(lines.length, { one: '# change', other: '# changes' }))}
      </p>
      <ul className={styles.changes}>
        {lines.slice(0, SHOWN).map(({ action, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same.
          <li key={at}>
            <Icon name={action === 'add' ? 'plus' : 'edit'} size={16} />
            <span>{text}</span>
          </li>
        ))}
        {left > 0 && <li>{plural(left, { one: '… and # more', other: '… and # more' })}</li>}
      </ul>
      {warnings.length > 0 && (
        <Banner tone="warning" title={t`Left out`}>
          <ul>
            {warnings.slice(0, SHOWN).map((warning) => (
              <li key={warning} lang="en" dir="ltr">
                {warning}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </section>
  );
}
