import { Trans, useLingui } from '@lingui/react/macro';
import type { Seo } from '../../../../clients/typescript/index.ts';
import { Card } from '../../design/content/card.tsx';
import { Switch } from '../../design/fields/choice.tsx';
import { useSeoChange } from './use-seo-change.tsx';

export function SearchEnginesCard({ seo }: { seo: Seo }) {
  const { t } = useLingui();
  const { change, error } = useSeoChange(seo);
  const isHidden = seo.block_engine === '1';
  return (
    <Card title={t`Search engines`}>
      <Switch
        label={t`Hide my page from search engines`}
        hint={
          <Trans>
            Everybody with the address can still open it. It can take days or weeks until a page that is listed already
            disappears from the results.
          </Trans>
        }
        checked={isHidden}
        onChange={() =>
          change(
            { block_engine: isHidden ? '0' : '1' },
            isHidden ? t`Shown to search engines` : t`Hidden from search engines`,
          )
        }
      />
      {error}
    </Card>
  );
}
