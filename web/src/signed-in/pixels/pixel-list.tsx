import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { PageOf, Pixel } from '../../../../clients/typescript/index.ts';
import { pixelPlatforms } from '../../../../contract/pixels/index.ts';
import { api } from '../../api/client.ts';
import { IconButton } from '../../design/actions/button.tsx';
import { Row, Rows } from '../../design/content/rows.tsx';
import { toast } from '../../design/feedback/toasts.tsx';
import { Switch } from '../../design/fields/choice.tsx';
import { Menu } from '../../design/overlays/menu.tsx';
import { VisuallyHidden } from '../../design/visually-hidden.tsx';
import { FailureBanner } from '../../frame/failure-banner.tsx';
import { ConfirmDialog } from '../account/confirm-dialog.tsx';
import { useOptimisticChange } from '../optimistic.ts';
import { pixelsQuery } from './pixels.ts';

interface PixelListProps {
  pixels: PageOf<Pixel>;
  page: number;
  onEdit: (pixel: Pixel) => void;
}

export function PixelList({ pixels, page, onEdit }: PixelListProps) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<Pixel>();
  const { queryKey } = pixelsQuery(page);
  const turn = useOptimisticChange({
    queryKey,
    change: ({ id, status }: Pixel) => api.pixels.edit(id, { status }),
    apply: (list: PageOf<Pixel>, changed) => ({
      ...list,
      records: list.records.map((pixel) => (pixel.id === changed.id ? changed : pixel)),
    }),
  });
  const remove = useOptimisticChange({
    queryKey,
    change: ({ id }: Pixel) => api.pixels.delete(id),
    apply: (list: PageOf<Pixel>, { id }) => ({ ...list, records: list.records.filter((pixel) => pixel.id !== id) }),
    onSuccess: ({ name }) => toast(t`${name} is deleted.`),
  });
  const failure = turn.error ?? remove.error;
  return (
    <>
      {failure && <FailureBanner error={failure} />}
      <Rows label={t`Your pixels`}>
        {pixels.records.map((pixel) => (
          <Row
            key={pixel.id}
            icon="pixel"
            title={pixel.name}
            text={
              <>
                {pixelPlatforms[pixel.pixel_type].name} · <code dir="ltr">{pixel.pixel_id}</code>
              </>
            }
            aside={
              <>
                <Switch
                  label={
                    <VisuallyHidden>
                      <Trans>{pixel.name} is on</Trans>
                    </VisuallyHidden>
                  }
                  checked={pixel.status === 1}
                  onChange={() => turn.mutate({ ...pixel, status: pixel.status === 1 ? 0 : 1 })}
                />
                <Menu
                  label={pixel.name}
                  items={[
                    { label: t`Edit`, icon: 'edit', onChoose: () => onEdit(pixel) },
                    { label: t`Delete`, icon: 'trash', danger: true, onChoose: () => setDeleting(pixel) },
                  ]}
                >
                  {(opener) => <IconButton {...opener} icon="more" label={t`Menu of ${pixel.name}`} />}
                </Menu>
              </>
            }
          />
        ))}
      </Rows>
      {deleting && (
        <ConfirmDialog
          title={t`Delete ${deleting.name}?`}
          action={t`Delete`}
          onConfirm={() => remove.mutate(deleting)}
          onClose={() => setDeleting(undefined)}
        >
          <Trans>Your page stops loading it at once. What the platform has measured stays there.</Trans>
        </ConfirmDialog>
      )}
    </>
  );
}
