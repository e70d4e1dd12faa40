import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccountUsage } from '../../../../clients/typescript/index.ts';
import { Card } from '../../design/content/card.tsx';
import { Meter } from '../../design/feedback/meter.tsx';
import { Skeleton } from '../../design/feedback/waiting.tsx';
import { Loaded } from '../loaded.tsx';
import { usageQuery } from '../queries.ts';
import { useFileSizes } from './file-sizes.ts';
import styles from './files.module.css';

type Kind = AccountUsage['uploads_by_kind'][number]['kind'];

/** How much is stored of what may be, and of which kind. */
export function StorageCard() {
  const { t } = useLingui();
  const usage = useQuery(usageQuery);
  // Quotas are counted in thousands.
  const sizes = useFileSizes(1000);
  const names: Record<Kind, (count: number) => string> = {
    image: (count) => plural(count, { one: '# picture', other: '# pictures' }),
    video: (count) => plural(count, { one: '# video', other: '# videos' }),
    file: (count) => plural(count, { one: '# document', other: '# documents' }),
  };
  return (
    <Card>
      <Loaded query={usage} skeleton={<Skeleton height={64} />}>
        {({ upload_bytes: bytes, uploads_by_kind: kinds }) => {
          const [used, limit] = [sizes(bytes.used), sizes(bytes.limit)];
          return (
            <div className={styles.storage}>
              <Meter label={t`Storage`} text={t`${used} of ${limit}`} value={bytes.used} max={bytes.limit} />
              <ul className={styles.kinds} aria-label={t`By kind`}>
                {kinds
                  .filter(({ count }) => count > 0)
                  .map(({ kind, count, bytes: size }) => (
                    <li key={kind}>
                      {names[kind](count)}: <b>{sizes(size)}</b>
                    </li>
                  ))}
              </ul>
            </div>
          );
        }}
      </Loaded>
    </Card>
  );
}
