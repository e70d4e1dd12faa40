import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { ActivityScreen } from './activity/activity-screen.tsx';
import { DataScreen } from './data/data-screen.tsx';
import { EmailScreen } from './email-screen.tsx';
import { KeysScreen } from './keys/keys-screen.tsx';
import { OverviewScreen } from './overview-screen.tsx';
import { PasskeysScreen } from './passkeys-screen.tsx';
import { PasswordScreen } from './password-screen.tsx';
import { PlanScreen } from './plan/plan-screen.tsx';
import { ProfileScreen } from './profile-screen.tsx';
import { RecoveryScreen } from './recovery-screen.tsx';
import { SessionsScreen } from './sessions-screen.tsx';
import { SettingsScreen } from './settings/settings-screen.tsx';
import { TwoFactorScreen } from './two-factor-screen.tsx';

const screens: Readonly<Record<string, ComponentType>> = {
  profile: ProfileScreen,
  settings: SettingsScreen,
  email: EmailScreen,
  password: PasswordScreen,
  passkeys: PasskeysScreen,
  'two-factor': TwoFactorScreen,
  sessions: SessionsScreen,
  keys: KeysScreen,
  recovery: RecoveryScreen,
  activity: ActivityScreen,
  plan: PlanScreen,
  data: DataScreen,
};

export function AccountScreens({ screen }: { screen: string | undefined }) {
  if (screen === undefined) return <OverviewScreen />;
  const Named = Object.hasOwn(screens, screen) ? screens[screen] : undefined;
  return Named ? <Named key={screen} /> : <Redirect to="/account" replace />;
}
