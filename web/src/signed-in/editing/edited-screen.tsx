import type { ComponentProps } from 'react';
import { Screen } from '../shell/screen.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { SaveState } from './save-state.tsx';

/** A screen whose fields save themselves: it shows whether they are saved, and undoes changes. */
export function EditedScreen(props: Omit<ComponentProps<typeof Screen>, 'action'>) {
  return (
    <>
      <Screen {...props} action={<SaveState />} />
      <ConflictDialog />
    </>
  );
}
