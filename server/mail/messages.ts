// Every message that the service sends on its own, word for word.
import type { Micros } from '../../contract/time.ts';
import { formatDate, localeOf } from '../i18n/formats.ts';
import { type I18n, i18nFor } from '../i18n/index.ts';
import { countryName } from '../i18n/value-names.ts';
import { asHtml, asText, type Letter, type LetterList } from './layout.ts';
import type { Message } from './mailer.ts';

export interface Addressee {
  to: string;
  /** BCP 47. */
  language: string;
}

/** Where somebody did something, as far as it is known. */
export interface Place {
  browser: string;
  os: string;
  ip: string;
  /** `de`; empty if unknown. */
  countryCode: string;
  at: Micros;
}

export function message({ to, language }: Addressee, write: (i18n: I18n) => Letter): Message {
  const i18n = i18nFor(language);
  const letter = write(i18n);
  return { to, subject: letter.subject, text: asText(letter), html: asHtml(letter, i18n) };
}

function ignoreNote(i18n: I18n): string {
  return i18n.t('If this was not you, you can ignore this message.');
}

export function verificationMessage(addressee: Addressee, username: string, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Confirm your e-mail address'),
    paragraphs: [
      i18n.t('Welcome to Fingerpost, {username}.', { username }),
      i18n.t('Please confirm that this is your e-mail address.'),
    ],
    button: { label: i18n.t('Confirm address'), url },
    notes: [i18n.t('The link works for three days.'), ignoreNote(i18n)],
  }));
}

export function resetMessage(addressee: Addressee, username: string, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Choose a new password'),
    paragraphs: [i18n.t('Somebody asked to reset the password of your account “{username}”.', { username })],
    button: { label: i18n.t('Choose a password'), url },
    notes: [
      i18n.t('The link works once, for one hour.'),
      i18n.t('If this was not you, you can ignore this message. Your password stays as it is.'),
    ],
  }));
}

export function emailChangeMessage(addressee: Addressee, username: string, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Confirm your new e-mail address'),
    paragraphs: [
      i18n.t('You asked to use this address for your account “{username}”. Confirm it, and the change takes effect.', {
        username,
      }),
    ],
    button: { label: i18n.t('Confirm address'), url },
    notes: [i18n.t('The link works for one day.'), ignoreNote(i18n)],
  }));
}

export function newSignInMessage(addressee: Addressee, username: string, place: Place, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('New sign-in to your account'),
    paragraphs: [
      i18n.t('Your account “{username}” was signed in to from a browser that we have not seen before.', { username }),
      i18n.t('If this was you, there is nothing to do. If not, end that session and change your password.'),
    ],
    lists: [placeList(i18n, place)],
    button: { label: i18n.t('See your sessions'), url },
  }));
}

export function deletionMessage(addressee: Addressee, username: string, at: Micros, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Your account will be deleted'),
    paragraphs: [
      i18n.t('Your page “{username}” is offline. On {date} the account and all of its data will be erased.', {
        username,
        date: formatDate(localeOf(i18n.language), at / 1000, { dateStyle: 'long' }),
      }),
      i18n.t(
        'Until then you can change your mind. The link works without signing in, and brings the page back at once.',
      ),
    ],
    button: { label: i18n.t('Keep my account'), url },
    notes: [i18n.t('If this was not you, keep the account, then change your password.')],
  }));
}

/** Nothing that an owner or a visitor wrote is in it: it goes to people who did not ask for it. */
export function confirmEntryMessage(addressee: Addressee, page: string, url: string): Message {
  return message(addressee, (i18n) => ({
    subject: i18n.t('Confirm your sign-up'),
    paragraphs: [
      i18n.t('Somebody entered this address in a form on {page}.', { page }),
      i18n.t('If it was you, confirm it. Only then does the owner of the page get your address.'),
    ],
    button: { label: i18n.t('Confirm my address'), url },
    notes: [
      i18n.t('The link works for seven days.'),
      i18n.t('If it was not you, ignore this message. The address will be deleted.'),
    ],
  }));
}

export function placeList(i18n: I18n, { browser, os, ip, countryCode, at }: Place): LetterList {
  const time = formatDate(localeOf(i18n.language), at / 1000, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    title: i18n.t('Details'),
    rows: [
      [i18n.t('Browser'), i18n.t('{browser} on {os}', { browser, os })],
      [i18n.t('IP address'), ip],
      ...(countryCode === '' ? [] : [[i18n.t('Country'), countryName(i18n, countryCode)] as const]),
      [i18n.t('Time'), `${time} UTC`],
    ],
  };
}
