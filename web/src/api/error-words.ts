// What the service refuses, in the words of the dashboard. The API explains itself in English, to programs and their
// authors; here are those of its sentences that people can meet. One that is not here is shown as it is.
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { WantedFile } from './wrong-file.ts';

type Words = (...parts: string[]) => MessageDescriptor;

const unsupported = /^This file type is not supported/;
/** Where only one kind of file fits, nobody is told about others. */
const unsupportedAs: Record<WantedFile, Words | undefined> = {
  picture: unreadablePicture,
  video: noVideo,
  import: undefined,
};

/** The first that matches. `parts` are the groups of the pattern. */
const sentences: readonly [pattern: RegExp, words: Words][] = [
  // Signing in and up.
  [/^The e-mail address or the password is wrong/, () => msg`The e-mail address or the password is wrong.`],
  [/^The password is wrong/, () => msg`The password is wrong.`],
  [/^Type your current password too/, () => msg`Type your current password too.`],
  [/^This account has no password/, () => msg`This account has no password. Use another way to sign in.`],
  [/^This password is easy to guess/, () => msg`This password is easy to guess. Choose a less common one.`],
  [/^The password must not be your own name/, () => msg`The password must not be your own name or address.`],
  [
    /password must have (\d+) to (\d+) characters/,
    (min, max) => msg`The password must have ${min} to ${max} characters.`,
  ],
  [
    /^The e-mail address (\S+) (?:has an account already|already has)/,
    (email) => msg`${email} already has an account.`,
  ],
  [/must look like name@host/, () => msg`This does not look like an e-mail address.`],
  [/^This is your address already/, () => msg`This is your address already.`],
  [/^Another account has this address now/, () => msg`Another account has this address now.`],
  [/^The username "(.+)" is taken/, (username) => msg`The username “${username}” is taken.`],
  [/^The username "(.+)" is reserved/, (username) => msg`The username “${username}” is reserved. Choose another one.`],
  [
    /^The username "(.+)" is too similar/,
    (username) => msg`The username “${username}” is too similar to an existing one.`,
  ],
  [
    /username must have (\d+) to (\d+) characters/,
    (min, max) => msg`A username has ${min} to ${max} characters: letters a–z, digits, - and _`,
  ],
  [
    /has already had (\d+) other usernames/,
    (count) => msg`You have already had ${count} other usernames. Use one of those.`,
  ],
  [/^Type the username of this account/, () => msg`Type the username of this account.`],
  [/^This link is not valid any more/, () => msg`This link has expired, or was used already. Ask for a new one.`],
  [/^This invitation was used already/, () => msg`This invitation was used already, or has expired.`],
  [/^You need an invitation/, () => msg`New accounts need an invitation.`],
  [/^Sign-up is closed/, () => msg`This server isn’t open for sign-up.`],
  [/^This account is suspended\. Reason: "(.+)"/, (reason) => msg`This account is suspended. Reason: “${reason}”.`],
  [/^This account is suspended/, () => msg`This account is suspended.`],
  [/^This sign-in took too long/, () => msg`This sign-in took too long. Start again with your password.`],
  [/^The code is wrong/, () => msg`The code is wrong, has expired, or was used already.`],
  [/^Type the code of your authenticator/, () => msg`Type the code of your authenticator app too.`],
  [/^Two-factor authentication is on/, () => msg`Two-factor authentication is on already.`],
  [/^Two-factor authentication is off/, () => msg`Two-factor authentication is off already.`],
  [/^This passkey is not known here/, () => msg`This passkey is not known here. It may have been deleted.`],
  [/^The passkey could not be verified/, () => msg`The passkey could not be verified. Try again.`],
  [/^This took too long, or was done/, () => msg`This took too long, or was done already. Try again.`],
  [
    /^The passkey must check who you are/,
    () =>
      msg`The passkey must check who you are, with a PIN, a fingerprint or your face. Set this up on the device, then try again.`,
  ],
  [/^An account has at most (\d+) passkeys/, (max) => msg`An account has at most ${max} passkeys. Delete one first.`],
  [
    /^The provider (.+) (?:cannot|does not|names)/,
    (name) => msg`${name} does not answer. Sign in another way, or try again later.`,
  ],

  // Files and pictures.
  [/^The file is empty/, () => msg`The file is empty.`],
  [
    unsupported,
    () =>
      msg`This type of file is not supported. Use a picture (JPEG, PNG, WebP, AVIF, GIF), a video (MP4, WebM) or a file such as PDF, ZIP, MP3 or DOCX.`,
  ],
  [/may have at most (\d+) MiB/, (max) => msg`The file is too large. It may have at most ${max} MB.`],
  [/^The file is not a picture|^The picture could not be decoded/, unreadablePicture],
  [
    /^The picture is too|^The picture takes too|^A moving picture/,
    () => msg`The picture is too large. Take a smaller one.`,
  ],
  [
    /^All uploads together may have at most (\d+) MB/,
    (max) => msg`There is no room left: all files together may have at most ${max} MB. Delete some first.`,
  ],
  [/^An account may have at most (\d+) uploads/, (max) => msg`You can have at most ${max} files. Delete some first.`],
  [/^The upload is used by/, () => msg`The file is in use. Remove it from your page first.`],
  [
    /must be (.+); this upload is/,
    (wanted) =>
      wanted === 'a video'
        ? noVideo()
        : msg`This file is not a picture. Choose a picture: JPEG, PNG, WebP, AVIF or GIF.`,
  ],
  [/is not one of your uploads/, () => msg`This file is not there any more. Upload it again.`],

  // Imports. Of two sentences, the one about another format says what to do.
  [/It looks like the format (\w+)/, (format) => msg`This looks like another format: ${format}. Choose that one.`],
  [
    /^The format of the text cannot be detected/,
    () => msg`No links were found in this. Paste one link per line, or choose a file that is named below.`,
  ],
  [/^There is nothing in it to import/, () => msg`No links were found in this.`],
  [/^It is not text/, () => msg`This file is not text. Choose a saved page, bookmarks, a table or a list.`],
  [/^It is larger than (\d+) MiB/, (max) => msg`The file is too large. It may have at most ${max} MB.`],
  [/too many for a page of links/, () => msg`This is too much for a page of links. Choose a smaller file.`],
  [
    /^The page would have \d+ blocks; the limit is (\d+)/,
    (max) => msg`A page can have at most ${max} blocks. Delete one first.`,
  ],

  // The page.
  [/^A page may have at most (\d+) blocks/, (max) => msg`A page can have at most ${max} blocks. Delete one first.`],
  [/^A block may have at most (\d+) items/, (max) => msg`A block can have at most ${max} items. Delete one first.`],
  [/^The page would have/, () => msg`The page is too large. Make it shorter, then try again.`],
  [
    /^The slug "(.+)" (?:is taken|still leads|belongs)/,
    (slug) => msg`The short address “${slug}” leads to another link.`,
  ],
  [/^The slug "(.+)" is reserved/, (slug) => msg`The short address “${slug}” is reserved. Choose another one.`],
  [/slug has 1 to (\d+)|must be 1 to (\d+) lowercase letters/, (a, b) => shortAddress(a ?? b)],
  [/already has (\d+) former slugs/, () => msg`This link has had too many short addresses. Use one of them again.`],
  [
    /must be an http, https, mailto or tel address|must be one of your uploads, or/,
    () => msg`This is not an address that a link can lead to.`,
  ],
  [/must be an https address/, () => msg`The address must begin with https://`],
  [/must begin with the country code/, () => msg`Begin with the country code, for example +49.`],
  [/must name the server/, () => msg`Name the server too, for example @ada@mastodon.social`],
  [/must be after settings\.from/, () => msg`The end must be after the beginning.`],
  [/must be unique among the fields/, () => msg`Another field has this name.`],
  [/^The expiry must be in the future|must be a time in the future/, () => msg`Choose a time in the future.`],
  [/must be a language tag/, () => msg`This is no language tag. Examples: nl, pt-PT, he`],
  [/must be an IANA time zone/, () => msg`This time zone is not known.`],
  [/^An account can have (\d+) pixels/, (max) => msg`You can have at most ${max} pixels. Delete one first.`],
  [/^An account can have (\d+) API keys/, (max) => msg`You can have at most ${max} API keys. Revoke one first.`],
  [
    /^An account can have (\d+) shared links/,
    (max) => msg`You can have at most ${max} shared links. Delete one first.`,
  ],

  // Rules that many fields have.
  [/is required/, () => msg`Please fill this in.`],
  [
    /must (?:be text of|be an address of|be|have) (?:at most |1 to )(\d+)/,
    (max) => msg`Use at most ${max} characters.`,
  ],
  [/must be a colour/, () => msg`A colour looks like this: #1a2b3c`],
  [/must be a(?: whole)? number from (-?\d+) to (\d+)/, (min, max) => msg`Choose a number from ${min} to ${max}.`],
  [/must be a date/, () => msg`This is not a date.`],
  [/must be one of/, () => msg`Choose one of the options.`],
];

function shortAddress(max = ''): MessageDescriptor {
  return msg`A short address has 1 to ${max} lowercase letters and digits, with hyphens between words.`;
}

function unreadablePicture(): MessageDescriptor {
  return msg`The picture cannot be read. Use JPEG, PNG, WebP, AVIF or GIF.`;
}

function noVideo(): MessageDescriptor {
  return msg`This file is not a video. Choose a video: MP4 or WebM.`;
}

/** A sentence of the API in our own words; the sentence itself if we have none. `wanted` is what an upload had to be. */
export function errorWords(sentence: string, i18n: I18n, wanted?: WantedFile): string {
  const asWanted = wanted && unsupported.test(sentence) ? unsupportedAs[wanted] : undefined;
  if (asWanted) return i18n._(asWanted());
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    const parts = found.slice(1).map((part) => (/^-?\d+$/.test(part ?? '') ? i18n.number(Number(part)) : part!));
    return i18n._(words(...parts));
  }
  return sentence;
}
