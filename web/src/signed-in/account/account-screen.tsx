import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Screen } from '../shell/screen.tsx';

interface AccountScreenProps {
  title: string;
  lead?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}

export function AccountScreen(props: AccountScreenProps) {
  const { t } = useLingui();
  return <Screen {...props} back={{ href: '/account', title: t`Account` }} />;
}
