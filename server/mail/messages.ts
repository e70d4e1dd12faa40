// Every message that the service sends, word for word.
import { asHtml, asText, type Letter } from './layout.ts';
import type { Message } from './mailer.ts';

/** Where somebody did something, as far as it is known. */
export interface Place {
  browser: string;
  os: string;
  ip: string;
  country: string;
  /** `2026-11-15 12:00 UTC` */
  time: string;
}

const IGNORE = 'If this was not you, you can ignore this message.';

function message(to: string, letter: Letter): Message {
  return { to, subject: letter.subject, text: asText(letter), html: asHtml(letter) };
}

export function verificationMessage(to: string, username: string, url: string): Message {
  return message(to, {
    subject: 'Confirm your e-mail address',
    paragraphs: [`Welcome to Fingerpost, ${username}.`, 'Please confirm that this is your e-mail address.'],
    button: { label: 'Confirm address', url },
    notes: ['The link works for three days.', IGNORE],
  });
}

export function resetMessage(to: string, username: string, url: string): Message {
  return message(to, {
    subject: 'Choose a new password',
    paragraphs: [`Somebody asked to reset the password of your account "${username}".`],
    button: { label: 'Choose a password', url },
    notes: ['The link works once, for one hour.', `${IGNORE} Your password stays as it is.`],
  });
}

export function emailChangeMessage(to: string, username: string, url: string): Message {
  return message(to, {
    subject: 'Confirm your new e-mail address',
    paragraphs: [
      `You asked to use this address for your account "${username}". Confirm it, and the change takes effect.`,
    ],
    button: { label: 'Confirm address', url },
    notes: ['The link works for one day.', IGNORE],
  });
}

export function emailChangedMessage(to: string, username: string, newEmail: string, url: string): Message {
  return message(to, {
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `The e-mail address of your account "${username}" is now ${newEmail}.`,
      'If this was not you, undo the change. It restores this address and signs out everybody.',
    ],
    button: { label: 'Undo the change', url },
    notes: ['The link works for seven days.'],
  });
}

export function passwordChangedMessage(to: string, username: string, place: Place, url: string): Message {
  return message(to, {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account "${username}" was changed: ${describePlace(place)}.`,
      'All other sessions were signed out. If this was not you, reset your password now.',
    ],
    button: { label: 'Reset the password', url },
  });
}

export function newSignInMessage(to: string, username: string, place: Place, url: string): Message {
  return message(to, {
    subject: 'New sign-in to your account',
    paragraphs: [
      `Your account "${username}" was signed in to from a browser that we have not seen before: ${describePlace(place)}.`,
      'If this was you, there is nothing to do. If not, end that session and change your password.',
    ],
    button: { label: 'See your sessions', url },
  });
}

export function deletionMessage(to: string, username: string, date: string, url: string): Message {
  return message(to, {
    subject: 'Your account will be deleted',
    paragraphs: [
      `Your page "${username}" is offline. On ${date} the account and all of its data will be erased.`,
      'Until then you can change your mind. The link works without signing in, and brings the page back at once.',
    ],
    button: { label: 'Keep my account', url },
    notes: ['If this was not you, keep the account, then change your password.'],
  });
}

/** Nothing that an owner or a visitor wrote is in it: it goes to people who did not ask for it. */
export function confirmEntryMessage(to: string, page: string, url: string): Message {
  return message(to, {
    subject: 'Confirm your sign-up',
    paragraphs: [
      `Somebody entered this address in a form on ${page}.`,
      'If it was you, confirm it. Only then does the owner of the page get your address.',
    ],
    button: { label: 'Confirm my address', url },
    notes: ['The link works for seven days.', 'If it was not you, ignore this message. The address will be deleted.'],
  });
}

function describePlace({ browser, os, ip, country, time }: Place): string {
  const where = country === '' ? ip : `${ip}, ${country}`;
  return `${browser} on ${os}, ${where}, ${time}`;
}
