import { useLingui } from '@lingui/react/macro';
import type { AccountSettings, EditAccountSettingsFields } from '../../../../../clients/typescript/index.ts';
import { api } from '../../../api/client.ts';
import { toast } from '../../../design/feedback/toasts.tsx';
import { useOptimisticChange } from '../../optimistic.ts';
import { settingsQuery } from '../../queries.ts';

/** Saves settings of the account at once. */
export function useSettingsChange() {
  const { t } = useLingui();
  return useOptimisticChange({
    queryKey: settingsQuery.queryKey,
    change: (fields: EditAccountSettingsFields) => api.account.editSettings(fields),
    apply: (settings: AccountSettings, { notifications, ...fields }) =>
      ({
        ...settings,
        ...fields,
        notifications: { ...settings.notifications, ...notifications },
      }) as AccountSettings,
    onSuccess: () => toast(t`Saved`),
  });
}
