// The two logs of an account: plan history and activities.
import { Type } from 'typebox';
import { activityGroupNames } from '../activities.ts';
import { limits } from '../limits.ts';
import { durations, gateways } from '../vocabulary.ts';
import { Day, TimeZoneOfDays } from './analytics.ts';
import { Id, OneOf, Owner, PageParameters, Timestamp } from './common.ts';

const closed = { additionalProperties: false };

export const PlanRecord = Type.Object(
  {
    id: Id,
    user: Owner,
    name: Type.String(),
    plan: Type.String(),
    plan_name: Type.String(),
    duration: OneOf(durations),
    email: Type.String(),
    ref: Type.String(),
    currency: Type.String(),
    price: Type.Number({ description: 'In the main unit of the currency' }),
    gateway: OneOf(gateways),
    created_at: Timestamp,
    updated_at: Type.Union([Timestamp, Type.Null()]),
  },
  { title: 'PlanRecord', ...closed },
);

export const Activity = Type.Object(
  {
    id: Id,
    user: Owner,
    type: Type.String(),
    message: Type.String(),
    ip: Type.String(),
    os: Type.String(),
    browser: Type.String(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Activity', ...closed },
);

const upTo = (length: number, description: string) =>
  Type.Optional(
    Type.String({ maxLength: length, description, 'x-rule': `must be text of at most ${length} characters` }),
  );

const SEARCHED = `Of the activities that match the other filters, the newest ${limits.searchedActivities} are searched`;

export const ActivityParameters = Type.Object({
  ...PageParameters.properties,
  type: upTo(limits.activityType, 'Only activities of this type. An unknown type gives an empty list'),
  group: Type.Optional(
    OneOf(activityGroupNames, {
      description:
        'Only activities about this: `security` is signing in, passwords, passkeys, sessions and API keys; `page` is the page with its profile, blocks, links and pixels',
      'x-rule': `must be one of ${activityGroupNames.join(', ')}`,
    }),
  ),
  search: upTo(
    limits.activitySearch,
    `Only activities whose message contains this text. Upper and lower case of A to Z are the same. ${SEARCHED}`,
  ),
  ip: upTo(limits.ip, `Only activities from this IP address. ${SEARCHED}`),
  from: Day('First day, in the time zone'),
  to: Day('Last day, in the time zone'),
  timezone: TimeZoneOfDays,
});
