// The two logs of an account: plan history and activities.
import { Type } from 'typebox';
import { limits } from '../limits.ts';
import { durations, gateways } from '../vocabulary.ts';
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

export const ActivityParameters = Type.Object({
  ...PageParameters.properties,
  type: Type.Optional(
    Type.String({
      maxLength: limits.activityType,
      description: 'Only activities of this type. An unknown type gives an empty list',
      'x-rule': `must be text of at most ${limits.activityType} characters`,
    }),
  ),
});
