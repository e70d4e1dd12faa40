// Plans: the list, the current plan of an account, and its end.
import { randomBytes } from 'node:crypto';
import { ApiError, invalid } from '../../../contract/errors.ts';
import type { Micros } from '../../../contract/time.ts';
import type { Duration } from '../../../contract/vocabulary.ts';
import { findAccount, holdAccount, updateAccount } from '../../storage/accounts/accounts.ts';
import { insertPlanRecord } from '../../storage/accounts/plan-records.ts';
import type { Store } from '../../storage/store.ts';
import type { AccountRow } from '../../storage/tables.ts';
import type { Actor } from '../accounts/actor.ts';
import { logActivity } from '../activity/activity.ts';
import { addMonths } from './calendar.ts';

export const plans = {
  free: { name: 'Free' },
  pro: { name: 'Pro' },
  business: { name: 'Business' },
} as const;
export type PlanId = keyof typeof plans;

const isPlan = (id: string): id is PlanId => Object.hasOwn(plans, id);

export interface CurrentPlan {
  name: string;
  due: Micros;
}

/** After a month or a year, the plan falls back to Free. A plan without an end is renewed yearly. */
export function currentPlan(
  account: Pick<AccountRow, 'plan' | 'plan_duration' | 'plan_since'>,
  now: Micros,
): CurrentPlan {
  const { plan, plan_duration: duration, plan_since: since } = account;
  if (duration !== 'once') {
    const due = addMonths(since, duration === 'month' ? 1 : 12);
    if (due > now) return { name: planName(plan), due };
    return { name: plans.free.name, due: nextAnniversary(due, now) };
  }
  return { name: planName(plan), due: nextAnniversary(since, now) };
}

export function planName(id: string): string {
  return isPlan(id) ? plans[id].name : id;
}

function nextAnniversary(since: Micros, now: Micros): Micros {
  let years = Math.max(1, new Date(now / 1000).getUTCFullYear() - new Date(since / 1000).getUTCFullYear());
  while (addMonths(since, 12 * years) <= now) years += 1;
  return addMonths(since, 12 * years);
}

/** Minor units per main unit: 100 for EUR, 1 for JPY. */
export function minorUnits(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
}

/** `12.5` EUR is 1,250 minor units; undefined if the price has more decimals than the currency. */
function toMinor(price: string, currency: string): number | undefined {
  const digits = Math.log10(minorUnits(currency));
  const match = /^(\d{1,9})(?:\.(\d+))?$/.exec(price);
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > digits) return undefined;
  return Number(match[1]! + fraction.padEnd(digits, '0'));
}

export interface PlanGrant {
  plan: string;
  duration: Duration;
  currency: string;
  /** As typed, in the currency's main unit. */
  price: string;
}

/** Grants a plan manually, starting now, and adds it to the plan history. Returns the record's id. */
export async function grantPlan(store: Store, accountId: number, grant: PlanGrant, actor: Actor, at: Micros) {
  const { plan, duration } = grant;
  if (!isPlan(plan)) throw invalid({ plan: [`The plan must be one of ${Object.keys(plans).join(', ')}.`] });
  const currency = grant.currency.toUpperCase();
  if (!/^[A-Z]{3}$/.test(currency))
    throw invalid({ currency: ['The currency must be a code of three letters, such as EUR.'] });
  const price = toMinor(grant.price, currency);
  if (price === undefined)
    throw invalid({ price: [`The price must be an amount in ${currency}, such as 12 or 9.50.`] });

  return store.write(accountId, async (tx) => {
    await holdAccount(tx, accountId);
    const account = await findAccount(tx, accountId);
    if (!account) throw new ApiError('not_found', 'There is no such account.');
    const [id] = await store.dialect.allocateIds(tx, 1);
    await insertPlanRecord(tx, accountId, {
      id: id!,
      name: account.name,
      plan,
      plan_name: plans[plan].name,
      duration,
      email: account.email,
      ref: `manual-${randomBytes(6).toString('hex')}`,
      currency,
      price_minor: price,
      gateway: 'manual',
      created_at: at,
      updated_at: null,
    });
    await updateAccount(tx, accountId, { plan, plan_duration: duration, plan_since: at, updated_at: at });
    const message = `The plan was changed to ${plans[plan].name}.`;
    const subject = { kind: 'plan_record', id: id! } as const;
    await logActivity(tx, store.dialect, accountId, actor, { type: 'plan_changed', subject, message, at });
    return id!;
  });
}
