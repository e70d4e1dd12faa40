import { useLingui } from '@lingui/react/macro';
import type { ActivityType } from '../../../../../contract/activities.ts';

/** What happened, in the language of the screen. The service describes it in English. Rare types have no title. */
export function useActivityTitles(): Partial<Record<ActivityType, string>> {
  const { t } = useLingui();
  return {
    login: t`Signed in`,
    login_failed: t`Sign-in failed`,
    logout: t`Signed out`,
    sessions_ended: t`All other devices are signed out.`,
    password_changed: t`Password changed`,
    email_changed: t`E-mail address changed`,
    email_verified: t`E-mail address confirmed`,
    passkey_added: t`Passkey added`,
    passkey_deleted: t`Passkey deleted`,
    two_factor_enabled: t`Two-factor sign-in switched on`,
    two_factor_disabled: t`Two-factor sign-in switched off`,
    key_created: t`API key created`,
    key_revoked: t`API key revoked`,
    block_created: t`Block added`,
    block_updated: t`Block changed`,
    block_deleted: t`Block deleted`,
    block_restored: t`Block restored`,
    link_updated: t`Link changed`,
    page_imported: t`Page imported`,
    page_restored: t`Earlier version restored`,
    pixel_created: t`Pixel added`,
    pixel_updated: t`Pixel changed`,
    pixel_deleted: t`Pixel deleted`,
    profile_updated: t`Profile changed`,
    username_changed: t`Page address changed`,
    form_entry_deleted: t`The entry is deleted.`,
    upload_created: t`File uploaded`,
    upload_deleted: t`File deleted`,
    share_created: t`Statistics shared`,
    share_deleted: t`Sharing of statistics ended`,
    account_created: t`Account created`,
    account_suspended: t`Account suspended`,
    account_deletion_requested: t`Deletion requested`,
    account_deletion_cancelled: t`Deletion cancelled`,
    data_exported: t`Data exported`,
    plan_changed: t`Plan changed`,
    settings_updated: t`Settings changed`,
  };
}
