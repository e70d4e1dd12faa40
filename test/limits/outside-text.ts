// Everything that parses text from outside, and texts that lead into it.

import { canonicalLanguage, directionOfText } from '../../contract/languages.ts';
import { limits } from '../../contract/limits.ts';
import { usernameSkeleton } from '../../contract/lookalikes.ts';
import { titleOf } from '../../contract/page/address-titles.ts';
import { mailAddress, phoneAddress, webAddress } from '../../contract/page/addresses.ts';
import { readBlockDraft } from '../../contract/page/block-drafts.ts';
import { cut } from '../../contract/page/cut-text.ts';
import { checkDocument } from '../../contract/page/document-check.ts';
import { linksIn } from '../../contract/page/pasted-links.ts';
import { playerOf } from '../../contract/page/players.ts';
import { networks } from '../../contract/page/social-networks.ts';
import { profileIn } from '../../contract/page/social-profiles.ts';
import { linkTarget } from '../../contract/page/targets.ts';
import { readUploadPath, readUploadReference } from '../../contract/page/uploads.ts';
import { EmailAddress } from '../../contract/schemas/auth.ts';
import { instantIn } from '../../contract/time.ts';
import { findTimeZone } from '../../contract/time-zones.ts';
import { nearestName } from '../../contract/validation/nearest-name.ts';
import { createUnknownFields } from '../../contract/validation/unknown-fields.ts';
import { validate } from '../../contract/validation/validate.ts';
import { foreignFormats } from '../../contract/vocabulary.ts';
import { isWellFormedKey } from '../../server/domain/accounts/key-format.ts';
import { usernameProblem } from '../../server/domain/accounts/usernames.ts';
import { detectFormat, readSource } from '../../server/domain/import/sources/index.ts';
import { slugFor, slugProblem } from '../../server/domain/links/slugs.ts';
import { cookieIn, sessionCookieIn } from '../../server/domain/sign-in/cookies.ts';
import { passwordProblem } from '../../server/domain/sign-in/passwords/password-rules.ts';
import { deviceIn } from '../../server/domain/sign-in/sessions/devices.ts';
import { cleanText } from '../../server/domain/text.ts';
import { digestsIn } from '../../server/domain/uploads/upload-uses.ts';
import { csvLine } from '../../server/exports/csv.ts';
import { wantsCsv } from '../../server/http/api/csv.ts';
import { bearerOf } from '../../server/http/auth/bearer.ts';
import { removedCookies } from '../../server/http/auth/duplicate-cookies.ts';
import { exclusionCookies } from '../../server/http/pages/excluded-browser.ts';
import { baseUrl } from '../../server/http/wire/base-url.ts';
import { rangeOf } from '../../server/http/wire/byte-ranges.ts';
import { isKnown } from '../../server/http/wire/conditional.ts';
import { acceptedEncodings } from '../../server/http/wire/encodings.ts';
import { parseMultipart, parseUrlEncoded } from '../../server/http/wire/form-fields.ts';
import { parseJson } from '../../server/http/wire/json-body.ts';
import { acceptedLanguage } from '../../server/http/wire/languages.ts';
import { fieldLimit, valueLimit } from '../../server/http/wire/part-limits.ts';
import { pathOf, useOriginForm } from '../../server/http/wire/path.ts';
import { expectedTags } from '../../server/http/wire/preconditions.ts';
import { prefersRepresentation } from '../../server/http/wire/preferences.ts';
import { RawRequest, trustedProxies } from '../../server/http/wire/raw-request.ts';
import { networksOf } from '../../server/system/networks.ts';
import { contactCard } from '../../server/views/contact-card.ts';
import { markdown } from '../../server/views/page/text/markdown.ts';
import { fit } from '../../server/views/pictures/fitting.ts';
import { initials } from '../../server/views/pictures/initials.ts';
import { plainAddress } from '../../server/visits/record/address.ts';
import { describeAgent } from '../../server/visits/record/agents.ts';
import { traitsOf } from '../../server/visits/record/traits.ts';

export type Parse = (text: string) => unknown;

export interface Subject {
  parse: Parse;
  /** Texts that lead into the parser, and ones that keep it from a match. */
  starts?: readonly string[];
  ends?: readonly string[];
  /** Longer ones never arrive. */
  longest?: number;
}

/** Of headers and addresses. */
const HEADER = limits.headerBytes;
const QUERY = limits.urlLength;
const request = (headers: Record<string, string>) => ({ headers }) as never;
const proxied = (headers: Record<string, string>) =>
  new RawRequest({ headers, socket: { remoteAddress: '127.0.0.1' } } as never, trustedProxies(100_000));
const agent = describeAgent(undefined);
/** A text that was not parsed before. */
let number = 0;
function uncached(parse: Parse): Parse {
  return (text) => {
    number += 1;
    return parse(`${text}${number}`);
  };
}
const block = (content: unknown, type = 'text') => readBlockDraft({ block: type, content }, '', {});
const document = (more: object) => checkDocument({ version: 1, ...more });
const json = (text: string) => Buffer.from(text);

/** By name. */
export const subjects: Record<string, Subject> = {
  ...Object.fromEntries(
    foreignFormats.map((format) => [
      `files of ${format}`,
      {
        parse: (text: string) => readSource(format, text),
        starts: [
          '',
          '{"links":[{"title":"',
          '<a href="',
          '<!doctype netscape-bookmark-file><dl><dt><a href="',
          'https://',
        ],
      },
    ]),
  ),
  'addresses in files': {
    parse: (text) =>
      readSource(
        'linktree',
        JSON.stringify({
          props: {
            pageProps: {
              account: {
                links: [{ type: 'YOUTUBE_VIDEO', title: '', url: text }],
                socialLinks: [{ type: 'X', url: text }],
              },
            },
          },
        }),
      ),
    starts: ['https://', 'https://youtube.com/watch?', 'https://example.org/', 'mailto:', 'https://mastodon.social/@'],
  },
  'LinkStack cards': {
    parse: (text) =>
      readSource(
        'linkstack',
        JSON.stringify({
          links: [
            { button_id: 96, title: text, link: JSON.stringify({ work_url: text, email: text, organization: text }) },
          ],
        }),
      ),
    starts: ['', 'https://'],
  },
  'the format of a file': { parse: detectFormat, starts: ['', '<html>', '{'] },
  'pasted links': { parse: linksIn, starts: ['', 'https://', '[a]('] },
  'titles of addresses': { parse: titleOf, starts: ['', 'https://', 'https://a.example/', 'mailto:'] },
  'addresses of links': {
    parse: (text) => [
      linkTarget(text),
      mailAddress(text),
      phoneAddress(text),
      webAddress(text),
      readUploadPath(text),
      readUploadReference(text),
    ],
    starts: ['', 'https://', 'https://a.example/', '/uploads/'],
  },
  players: {
    parse: (text) => [
      playerOf(text),
      block({ provider: 'youtube', id: text }, 'video'),
      block({ provider: 'spotify', id: text }, 'music'),
    ],
    starts: [
      '',
      'https://',
      'https://youtube.com/watch?',
      'https://vimeo.com/',
      'https://w.soundcloud.com/?url=https://soundcloud.com/',
      'spotify:',
    ],
  },
  'social profiles': {
    parse: (text) => networks.map((network) => profileIn(network, text)),
    starts: ['', '@', 'https://', 'mastodon.social/@', 'https://instagram.com/'],
    ends: ['', '!', '@', '/'],
  },
  'page documents': {
    parse: (text) =>
      document({
        profile: { name: text, bio: text },
        blocks: [{ block: 'links', name: text, items: [{ caption: text, link: text, slug: text }] }],
        pixels: [{ name: text, type: 'quora', pixel_id: text }],
      }),
  },
  'names of fields in documents': { parse: (text) => document({ [text]: 1, profile: { [text]: text } }) },
  blocks: {
    parse: (text) => [
      block(text),
      block({ title: text, street: text }, 'map'),
      block({ email: text, website: text }, 'contact_card'),
    ],
  },
  'nearest names': { parse: (text) => nearestName(text, ['button_text_color', 'background']) },
  'unknown fields': {
    parse: (text) =>
      validate(
        { type: 'object', properties: { name: { type: 'string' } } },
        Object.fromEntries(text.split('a').map((_, index) => [`${index}${text.slice(0, 100)}`, text])),
        { text: 'numbers', null: 'value' },
        { invalid() {}, unknown: createUnknownFields({}).report },
      ),
  },
  'e-mail addresses': {
    parse: (text) => validate(EmailAddress, text, { text: 'none', null: 'value' }, { invalid() {} }),
    starts: ['', 'a@'],
  },
  languages: {
    parse: (text) => [canonicalLanguage(text), directionOfText(text), findTimeZone(text), instantIn(text)],
    starts: ['', 'en-', '2026-'],
  },
  usernames: { parse: (text) => [usernameProblem(text), usernameSkeleton(text)] },
  'slugs and titles': { parse: (text) => [slugFor(text, () => false), slugProblem(text)] },
  passwords: { parse: (text) => passwordProblem(text, [text.slice(0, 254)]) },
  'plain text': {
    parse: (text) => [
      cleanText(text, { most: 100 }),
      cut(text, 100),
      digestsIn(text),
      csvLine([text]),
      isWellFormedKey(text),
    ],
    starts: ['', 'upload:', ';', 'fp_'],
  },
  'text of pages': { parse: markdown, starts: ['', '[a'], ends: ['!', '`'] },
  'contact cards': {
    parse: (text) =>
      contactCard({
        name: text,
        title: text,
        organisation: text,
        email: text,
        phone: text,
        address: text,
        website: text,
        page: '',
        revisedAt: 0,
      }),
    starts: ['', 'https://'],
  },
  'text in pictures': { parse: (text) => [fit(text, () => 0.5, 100, 3, [20, 10]), initials(text)] },
  'JSON bodies': {
    parse: (text) => [parseJson(json(text)), valueLimit.counter()(json(text))],
    starts: ['', '{"a":', '{"a":"'],
  },
  forms: {
    parse: (text) => (fieldLimit.counter()(json(text)) > fieldLimit.max ? undefined : parseUrlEncoded(json(text))),
  },
  'multipart forms': {
    parse: (text) => parseMultipart(json(text), 'multipart/form-data; boundary=b'),
    starts: [
      '',
      '--b\r\n',
      '--b\r\nContent-Disposition: form-data; name="',
      '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    ],
    ends: ['', '\r\n\r\n', '"\r\n\r\n\r\n--b--'],
  },
  'parameters of parts': {
    parse: (text) =>
      parseMultipart(
        json(`--b\r\nContent-Disposition: form-data; ${text}\r\n\r\n\r\n--b--`),
        'multipart/form-data; boundary=b',
      ),
    starts: ['name="', 'name=a; filename="', "name=a; filename*=utf-8''"],
    ends: ['', '"'],
    longest: 8000,
  },
  'boundaries of forms': {
    parse: (text) => parseMultipart(json(''), text),
    starts: ['multipart/form-data;', 'multipart/form-data; boundary="'],
    longest: HEADER,
  },
  'Accept-Language': { parse: uncached((text) => acceptedLanguage(text)), starts: ['', 'en;'], longest: HEADER },
  'Accept-Encoding': {
    parse: uncached((text) => acceptedEncodings(text)),
    starts: ['', 'gzip;'],
    longest: HEADER,
  },
  'If-None-Match and If-Match': {
    parse: (text) => [isKnown(text, '"a"'), expectedTags(request({ 'if-match': text }))],
    longest: HEADER,
  },
  Prefer: {
    parse: (text) => prefersRepresentation(request({ prefer: text })),
    starts: ['', 'return='],
    ends: ['!', 'a b'],
    longest: HEADER,
  },
  Accept: { parse: (text) => wantsCsv(text), starts: ['', 'text/csv', 'text/csv;'], longest: HEADER },
  ranges: {
    parse: (text) => rangeOf({ range: text, 'if-range': text }, 10, '"a"'),
    starts: ['', 'bytes=', 'bytes=0-'],
    longest: HEADER,
  },
  cookies: {
    parse: (text) => [
      sessionCookieIn(text, 'http://a'),
      cookieIn(text, 'pending', 'http://a'),
      deviceIn(text, 'secret', 'http://a'),
      exclusionCookies(text, 'a', { isExcluded: true, isSecure: true }),
    ],
    starts: ['', 'fingerpost.session=', 'fingerpost.device=', 'fingerpost_uncounted='],
    longest: HEADER,
  },
  'paths of cookies': {
    parse: (text) =>
      removedCookies(
        { url: text, headers: { cookie: 'fingerpost.session=a; fingerpost.session=b' } },
        'http://a.example',
      ),
    starts: ['/'],
    longest: QUERY,
  },
  Authorization: {
    parse: (text) => bearerOf({ authorization: text } as never),
    starts: ['', 'Bearer ', 'Bearer fp_'],
    longest: HEADER,
  },
  'forwarded headers': {
    parse: (text) => {
      const sent = proxied({ 'x-forwarded-for': text, 'x-forwarded-host': text, 'x-forwarded-proto': text });
      return [sent.ip, sent.host, sent.protocol, plainAddress(text), networksOf(text)];
    },
    longest: HEADER,
  },
  Host: {
    parse: (text) => baseUrl({ host: text, protocol: 'http' } as never, { publicUrl: undefined } as never),
    longest: HEADER,
  },
  'request lines': {
    parse: (text) => {
      const sent = { url: text, headers: {} } as never;
      useOriginForm(sent);
      return pathOf(sent);
    },
    starts: ['/', 'http://', '/?'],
    longest: QUERY,
  },
  'user agents': { parse: uncached((text) => describeAgent(text)), starts: ['', 'Mozilla/5.0 ('], longest: HEADER },
  'referrers and campaigns': {
    parse: (text) => traitsOf(agent, { referrer: text, languages: text, query: text, host: 'a' }),
    starts: ['', 'https://', 'utm_source=', 'android-app://'],
    longest: QUERY,
  },
};
