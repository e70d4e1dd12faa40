// Everything that the activity log records, by what it is about.

export const activityGroups = {
  security: [
    'login',
    'login_failed',
    'logout',
    'sessions_ended',
    'password_changed',
    'email_changed',
    'email_verified',
    'passkey_added',
    'passkey_deleted',
    'provider_linked',
    'two_factor_enabled',
    'two_factor_disabled',
    'recovery_codes_replaced',
    'key_created',
    'key_revoked',
    'account_recovered',
    'access_removed',
  ],
  page: [
    'block_created',
    'block_updated',
    'block_deleted',
    'block_restored',
    'item_restored',
    'link_updated',
    'page_imported',
    'page_restored',
    'pixel_created',
    'pixel_updated',
    'pixel_deleted',
    'profile_updated',
    'username_changed',
  ],
  forms: ['form_entry_deleted', 'forms_full'],
  files: ['upload_created', 'upload_deleted'],
  sharing: ['share_created', 'share_deleted'],
  account: [
    'account_created',
    'account_suspended',
    'account_restored',
    'account_deletion_requested',
    'account_deletion_cancelled',
    'data_exported',
    'demo_created',
    'plan_changed',
    'settings_updated',
  ],
} as const;

export type ActivityGroup = keyof typeof activityGroups;
export type ActivityType = (typeof activityGroups)[ActivityGroup][number];

export const activityGroupNames = Object.keys(activityGroups) as ActivityGroup[];
