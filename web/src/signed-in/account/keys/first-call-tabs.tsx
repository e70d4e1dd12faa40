import { Trans, useLingui } from '@lingui/react/macro';
import { useSettings } from '../../../api/auth-state.ts';
import { CodeBlock } from '../../../design/content/copying.tsx';
import { Tabs } from '../../../design/content/tabs.tsx';
import { firstCalls } from './first-call.ts';
import styles from './keys.module.css';

export function FirstCallTabs({ secret }: { secret: string }) {
  const { t } = useLingui();
  const { pages_url: pagesUrl } = useSettings();
  const { curl, typescript } = firstCalls(pagesUrl, secret);
  return (
    <Tabs
      label={t`First call`}
      tabs={[
        {
          id: 'curl',
          title: 'curl',
          content: (
            <div className={styles.call}>
              <p className={styles.hint}>
                <Trans>Paste it into a terminal.</Trans>
              </p>
              <CodeBlock label={t`First call with curl`} code={curl} />
            </div>
          ),
        },
        {
          id: 'typescript',
          title: 'TypeScript',
          content: (
            <div className={styles.call}>
              <p className={styles.hint}>
                <Trans>
                  Save it as <code>first-call.ts</code> and run <code>node first-call.ts</code>. Node 24 needs nothing
                  else.
                </Trans>
              </p>
              <CodeBlock label={t`First call with TypeScript`} code={typescript} />
            </div>
          ),
        },
      ]}
    />
  );
}
