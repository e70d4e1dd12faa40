import { useLingui } from '@lingui/react/macro';
import type { ActivityGroup } from '../../../../../contract/activities.ts';
import type { IconName } from '../../../design/icon.tsx';

export function useGroupNames(): Record<ActivityGroup, string> {
  const { t } = useLingui();
  return {
    security: t`Sign-in and security`,
    page: t`Page`,
    forms: t`Forms`,
    files: t`Files`,
    sharing: t`Shared statistics`,
    account: t`Account and settings`,
  };
}

export const groupIcons: Record<ActivityGroup, IconName> = {
  security: 'shield',
  page: 'page',
  forms: 'form',
  files: 'file',
  sharing: 'share',
  account: 'account',
};
