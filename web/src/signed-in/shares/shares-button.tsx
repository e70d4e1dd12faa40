import { useLingui } from '@lingui/react/macro';
import { Suspense, useState } from 'react';
import { Button } from '../../design/actions/button.tsx';
import { loadable } from '../../frame/loadable.tsx';

const SharesSheet = loadable(async () => (await import('./shares-sheet.tsx')).SharesSheet);

interface SharesButtonProps {
  /** The link whose statistics are offered first; all of the account by default. */
  slug?: string | undefined;
  size?: 'medium' | 'small';
}

/** Opens the links to shared statistics. */
export function SharesButton({ slug, size = 'medium' }: SharesButtonProps) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="share" size={size} onPointerEnter={() => void SharesSheet.fetch()} onClick={() => setOpen(true)}>
        {t`Share statistics`}
      </Button>
      {isOpen && (
        <Suspense>
          <SharesSheet slug={slug} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
