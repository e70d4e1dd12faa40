// Every screen of the dashboard: its path and its heading. `npm run screens` draws them, and a test examines them.

export const publicScreens: readonly [path: string, heading: string][] = [
  ['/sign-in', 'Sign in'],
  ['/sign-in/link?token=unknown', 'This link does not work'],
  ['/sign-up', 'Make your page'],
  ['/recover', 'Forgot your password?'],
  ['/reset?token=unknown', 'Choose a new password'],
  ['/verify?token=unknown', 'That did not work'],
  ['/email/confirm?token=unknown', 'That did not work'],
  ['/email/undo?token=unknown', 'Keep your old address?'],
  ['/invite?token=unknown', 'This invitation does not work'],
  ['/gallery', 'Gallery'],
];

/** For somebody who is signed in. */
export const ownScreens: readonly [path: string, heading: string][] = [
  ['/welcome', 'What’s your name?'],
  ['/welcome/links', 'Add your links'],
  ['/welcome/look', 'Choose a look'],
  ['/welcome/done', 'Your page is online'],
  ['/', 'Your page'],
  ['/look', 'Look'],
  ['/stats', 'Stats'],
  ['/files', 'Files'],
  ['/sharing', 'Sharing'],
  ['/history', 'History'],
  ['/entries', 'Form entries'],
  ['/pixels', 'Pixels'],
  ['/import', 'Import'],
  ['/more', 'More'],
  ['/account', 'Account'],
  ['/account/profile', 'Profile'],
  ['/account/settings', 'Settings'],
  ['/account/email', 'E-mail'],
  ['/account/password', 'Password'],
  ['/account/passkeys', 'Passkeys'],
  ['/account/two-factor', 'Two-factor'],
  ['/account/sessions', 'Sessions'],
  ['/account/keys', 'API keys'],
  ['/account/activity', 'Activity'],
  ['/account/plan', 'Plan'],
  ['/account/data', 'Your data'],
];
