// Settings of an account, as opposed to those of its page.
import { type Static, Type } from 'typebox';
import { interfaceLanguages } from '../languages.ts';
import { OneOf, Timestamp, Url } from './common.ts';
import { orNull, word } from './writing.ts';

const closed = { additionalProperties: false };

export const AccountSettings = Type.Object(
  {
    timezone: Type.Union([Type.String(), Type.Null()], {
      description: 'IANA time zone in which the account sees its statistics; null if none was chosen',
    }),
    language: Type.Union([OneOf(interfaceLanguages), Type.Null()], {
      description: 'Language of the dashboard and of mails; null for the language of the browser',
    }),
    notifications: Type.Object(
      {
        weekly_summary: Type.Boolean({ description: 'A summary of the week by mail, on Mondays' }),
        form_entries: Type.Boolean({ description: 'New form entries by mail' }),
      },
      closed,
    ),
  },
  { title: 'AccountSettings', ...closed },
);
export type AccountSettings = Static<typeof AccountSettings>;

const truth = (description: string) => Type.Optional(Type.Boolean({ description, 'x-rule': 'must be true or false' }));

export const AccountSettingsEdit = Type.Object({
  timezone: Type.Optional(
    orNull(
      Type.String({
        pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$',
        description: 'IANA time zone such as `Europe/Berlin`',
        'x-trimmed': true,
        'x-rule': 'must be an IANA time zone such as Europe/Berlin',
      }),
    ),
  ),
  language: Type.Optional(orNull(word(interfaceLanguages))),
  notifications: Type.Optional(
    Type.Object(
      {
        weekly_summary: truth('A summary of the week by mail, on Mondays at 8:00 in the time zone of the account'),
        form_entries: truth('New form entries by mail, at most every ten minutes for each form'),
      },
      { 'x-rule': 'must be an object' },
    ),
  ),
});
export type AccountSettingsEdit = Static<typeof AccountSettingsEdit>;

export const AccountExport = Type.Object(
  {
    state: OneOf(['none', 'waiting', 'running', 'ready', 'failed']),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'In percent' }),
    url: orNull(Url),
    bytes: orNull(Type.Integer({ minimum: 0 })),
    created_at: orNull(Timestamp),
    finished_at: orNull(Timestamp),
    expires_at: orNull(Timestamp),
  },
  { title: 'AccountExport', ...closed },
);
export type AccountExport = Static<typeof AccountExport>;
