// Messages about changes of how an account is signed in to, and about recoveries.
import type { I18n } from '../i18n/index.ts';
import type { LetterList } from './layout.ts';
import type { Message } from './mailer.ts';
import { type Addressee, message, type Place, placeList } from './messages.ts';

export type ChangeKind = 'email' | 'passkey' | 'key' | 'identity' | 'password' | 'two-factor' | 'two-factor-on';

export interface ChangeDetails {
  /** Of the passkey or key, or the new address. Only for the owner of a proven address. */
  name: string | undefined;
  place: Place;
  /** Undefined if the address was not proven before the change. */
  undoUrl: string | undefined;
  recoverUrl: string;
}

export function changeMessage(
  kind: ChangeKind,
  addressee: Addressee,
  username: string,
  { name, place, undoUrl, recoverUrl }: ChangeDetails,
): Message {
  return message(addressee, (i18n) => {
    const { subject, text } = changes[kind](i18n, username);
    const known = undoUrl === undefined ? undefined : name;
    const details = placeList(i18n, place);
    const rows = known === undefined ? details.rows : [[nameLabels[kind](i18n), known] as const, ...details.rows];
    const shared = { subject, lists: [{ ...details, rows }] };
    if (undoUrl !== undefined) {
      const advice = i18n.t(
        'If this was you, there is nothing to do. If not, take the change back: it also signs out everybody, removes what was added since, and lets you choose a new password.',
      );
      const button = { label: i18n.t('This wasn’t me'), url: undoUrl };
      return { ...shared, paragraphs: [text, advice], button, notes: [i18n.t('The link works for seven days.')] };
    }
    if (kind === 'email') {
      const advice = i18n.t('This address was never confirmed. The account does not use it any more.');
      return { ...shared, paragraphs: [text, advice] };
    }
    const advice = i18n.t('If this was not you, reset your password now.');
    return {
      ...shared,
      paragraphs: [text, advice],
      button: { label: i18n.t('Reset the password'), url: recoverUrl },
    };
  });
}

const changes: Record<ChangeKind, (i18n: I18n, username: string) => { subject: string; text: string }> = {
  email: (i18n, username) => ({
    subject: i18n.t('Your e-mail address was changed'),
    text: i18n.t('The e-mail address of your account “{username}” was changed.', { username }),
  }),
  passkey: (i18n, username) => ({
    subject: i18n.t('A passkey was added to your account'),
    text: i18n.t('A passkey was added to your account “{username}”. It can be used to sign in.', { username }),
  }),
  key: (i18n, username) => ({
    subject: i18n.t('An API key was created for your account'),
    text: i18n.t('An API key was created for your account “{username}”. Programs can use it.', { username }),
  }),
  identity: (i18n, username) => ({
    subject: i18n.t('Another way to sign in was linked to your account'),
    text: i18n.t('Your account “{username}” can now be signed in to through another service.', { username }),
  }),
  password: (i18n, username) => ({
    subject: i18n.t('Your password was changed'),
    text: i18n.t('The password of your account “{username}” was changed. All other sessions were signed out.', {
      username,
    }),
  }),
  'two-factor': (i18n, username) => ({
    subject: i18n.t('Two-factor authentication was turned off'),
    text: i18n.t('Two-factor authentication of your account “{username}” was turned off.', { username }),
  }),
  'two-factor-on': (i18n, username) => ({
    subject: i18n.t('Two-factor authentication was turned on'),
    text: i18n.t(
      'Two-factor authentication of your account “{username}” was turned on. Signing in with the password now also needs a code.',
      { username },
    ),
  }),
};

const nameLabels: Record<ChangeKind, (i18n: I18n) => string> = {
  email: (i18n) => i18n.t('New address'),
  passkey: (i18n) => i18n.t('Passkey'),
  key: (i18n) => i18n.t('API key'),
  identity: (i18n) => i18n.t('Service'),
  password: (i18n) => i18n.t('Password'),
  'two-factor': (i18n) => i18n.t('Two-factor authentication'),
  'two-factor-on': (i18n) => i18n.t('Two-factor authentication'),
};

export type RemovedKind = 'passkey' | 'key' | 'identity' | 'two_factor' | 'share' | 'pixel' | 'password';

/** What a recovery has removed. */
export interface RemovedItem {
  kind: RemovedKind;
  name: string;
}

export interface RecoveryDetails {
  place: Place;
  /** The first of them. */
  removed: readonly RemovedItem[];
  removedCount: number;
}

/** After a password reset. It has no link that takes it back: it went to the mailbox that the reset link was sent to. */
export function passwordResetMessage(
  addressee: Addressee,
  username: string,
  { place, removed, removedCount, recoverUrl }: RecoveryDetails & { recoverUrl: string },
): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Your password was changed'),
    paragraphs: [
      changes.password(i18n, username).text,
      i18n.t('If this was not you, reset your password now.'),
      ...removedNote(i18n, removed),
    ],
    lists: [placeList(i18n, place), ...removedList(i18n, removed, removedCount)],
    button: { label: i18n.t('Reset the password'), url: recoverUrl },
  }));
}

/** After changes were taken back, or the first sign-in of the owner of an address that somebody else had signed up with. */
export function recoveredMessage(
  addressee: Addressee,
  username: string,
  { place, removed, removedCount }: RecoveryDetails,
): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Your account was recovered'),
    paragraphs: [
      i18n.t('Your account “{username}” was recovered with this address. All sessions were signed out.', { username }),
      ...removedNote(i18n, removed),
    ],
    lists: [placeList(i18n, place), ...removedList(i18n, removed, removedCount)],
  }));
}

/** To the address that was the account's until somebody restored an earlier one. */
export function addressRestoredMessage(addressee: Addressee, username: string, place: Place): Message {
  return message(addressee, (i18n) => {
    const { subject, text } = changes.email(i18n, username);
    const reason = i18n.t(
      'Somebody used the link in a message to an earlier address of the account, which it has again.',
    );
    return { subject, paragraphs: [text, reason], lists: [placeList(i18n, place)] };
  });
}

/** To the proven address that the account had until the operator set another one. It has no link: it may be a thief's. */
export function emailReplacedMessage(addressee: Addressee, username: string, place: Place): Message {
  return message(addressee, (i18n) => {
    const { subject, text } = changes.email(i18n, username);
    const reason = i18n.t('The person who runs this server did this. If you did not ask for it, contact them.');
    return { subject, paragraphs: [text, reason], lists: [placeList(i18n, place)] };
  });
}

function removedNote(i18n: I18n, removed: readonly RemovedItem[]): string[] {
  if (removed.length === 0) return [];
  return [i18n.t('What somebody else may have added to the account was removed. It is listed below.')];
}

function removedList(i18n: I18n, removed: readonly RemovedItem[], count: number): LetterList[] {
  if (removed.length === 0) return [];
  const rows = removed.map(({ kind, name }) => [removedLabels[kind](i18n), name] as const);
  const more = count - rows.length;
  return [
    {
      title: i18n.t('Removed'),
      rows: more > 0 ? [...rows, [i18n.t('More'), String(more)] as const] : rows,
    },
  ];
}

const removedLabels: Record<RemovedKind, (i18n: I18n) => string> = {
  passkey: nameLabels.passkey,
  key: nameLabels.key,
  identity: nameLabels.identity,
  two_factor: nameLabels['two-factor'],
  share: (i18n) => i18n.t('Shared statistics'),
  pixel: (i18n) => i18n.t('Pixel'),
  password: nameLabels.password,
};
