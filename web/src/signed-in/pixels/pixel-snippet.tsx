import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pixelPlatforms } from '../../../../contract/pixels/index.ts';
import type { PixelType } from '../../../../contract/vocabulary.ts';
import { CodeBlock } from '../../design/content/copying.tsx';
import { SkeletonLines } from '../../design/feedback/waiting.tsx';
import { Loaded } from '../loaded.tsx';
import styles from './pixels.module.css';
import { pixelTemplatesQuery } from './pixels.ts';

/** What the page will load, for those who want to compare it with the platform's own instructions. */
export function PixelSnippet({ type, id }: { type: PixelType; id: string }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const templates = useQuery({ ...pixelTemplatesQuery, enabled: isOpen });
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Trans>Code that is added to your page</Trans>
      </summary>
      {isOpen && (
        <Loaded query={templates} skeleton={<SkeletonLines count={6} />}>
          {(data) => (
            <CodeBlock
              label={t`Code of the pixel`}
              code={data[type].template.replaceAll('{pixel}', id || pixelPlatforms[type].example)}
            />
          )}
        </Loaded>
      )}
    </details>
  );
}
