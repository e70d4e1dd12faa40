// Choosing a picture. The dialog is loaded when it is opened.
import { lazy, Suspense } from 'react';
import type { PictureDialogProps } from './picture-dialog.tsx';

export { avatarFrame, frames, type PictureFrame } from './picture-frames.ts';

const Dialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }));

export function PictureDialog(props: PictureDialogProps) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
