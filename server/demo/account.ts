// Creates the demo account and replays its invented history in chronological order, so that the activity log is
// consistent and the newest values win.
import type { Transaction } from 'kysely';
import { DAY, HOUR, MINUTE, type Micros } from '../../contract/time.ts';
import { createAccount } from '../domain/accounts/accounts.ts';
import { type Actor, commandLine } from '../domain/accounts/actor.ts';
import { createKey } from '../domain/accounts/keys.ts';
import { type Event, logActivity } from '../domain/activity/activity.ts';
import { createPixel } from '../domain/page/pixels.ts';
import { planName } from '../domain/plans/plans.ts';
import { updateAccount } from '../storage/accounts/accounts.ts';
import { insertPlanRecord } from '../storage/accounts/plan-records.ts';
import { insertBlock, insertBlockItem, insertLink } from '../storage/page/blocks.ts';
import type { Store } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';
import { insertLinkSet } from '../storage/visits/link-sets.ts';
import { upsertLive } from '../storage/visits/live.ts';
import { countVisits } from '../visits/count/aggregate.ts';
import { HEARTBEAT_LIFE, latestHeartbeats, liveRow } from '../visits/live/live.ts';
import type { RecordedVisit } from '../visits/record/events.ts';
import type { VisitEvent } from '../visits/record/identify.ts';
import { type DemoBlock, demoPage, formerLink } from './blocks.ts';
import {
  bio,
  currency,
  diary,
  farewell,
  joined,
  laptop,
  type Moment,
  person,
  pixels,
  planHistory,
  settings,
} from './content.ts';
import { type Followable, linkSetsOf, madeUpRobots, madeUpVisits } from './visits.ts';

const VISITS_AT_ONCE = 500;

interface Demo {
  tx: Transaction<Tables>;
  store: Store;
  accountId: number;
}

/** The writes of `store` are part of the transaction. Returns the account's id and a key. */
export async function fillInstallation(
  tx: Transaction<Tables>,
  store: Store,
  now: Micros,
): Promise<{ accountId: number; key: string }> {
  const accountId = await createAccount(store, person, laptop, instant(joined, now));
  const demo = { tx, store, accountId };
  const links = [await insertFormerLink(demo, now), ...(await replay(demo, now))];

  await updateAccount(tx, accountId, {
    bio,
    seo: JSON.stringify(settings.seo),
    social: JSON.stringify(settings.social),
    customize: JSON.stringify(settings.customize),
    background: JSON.stringify(settings.background),
    login_count: diary.filter((entry) => entry.type === 'login').length,
    updated_at: now,
  });
  const request = { name: 'First steps', scope: 'write', expiresAt: null } as const;
  const { key } = await createKey(store, accountId, request, commandLine, now);
  await log(demo, commandLine, { type: 'demo_created', message: farewell, at: now });
  for (const linkSet of linkSetsOf(links)) await insertLinkSet(tx, accountId, linkSet);
  await count(demo, madeUpVisits(accountId, links, now), madeUpRobots(accountId, now));
  return { accountId, key };
}

/** Returns the links of the page. */
async function replay(demo: Demo, now: Micros): Promise<Followable[]> {
  const links: Followable[] = [];
  const steps: [Moment, (at: Micros) => Promise<void>][] = [];
  for (const [index, block] of demoPage(now).entries()) {
    steps.push([
      block,
      async (at) => {
        links.push(...(await addBlock(demo, block, index + 1, at)));
      },
    ]);
  }
  for (const plan of planHistory) steps.push([plan, (at) => addPlan(demo, plan, at)]);
  for (const pixel of pixels) steps.push([pixel, (at) => addPixel(demo, pixel, at)]);
  for (const entry of diary) {
    const { type, message, actor } = entry;
    steps.push([entry, (at) => log(demo, actor, { type, message, at })]);
  }

  const timed = steps.map(([moment, take]) => ({ at: instant(moment, now), take }));
  for (const { at, take } of timed.sort((a, b) => a.at - b.at)) await take(at);
  return links;
}

async function addBlock(demo: Demo, block: DemoBlock, position: number, at: Micros): Promise<Followable[]> {
  const { tx, store, accountId } = demo;
  const items = block.items ?? [];
  const dated = { created_at: at, updated_at: at };
  const [blockId, ...itemIds] = await store.dialect.allocateIds(tx, 1 + items.length);
  await insertBlock(tx, accountId, {
    id: blockId!,
    block: block.block,
    name: block.name ?? null,
    subheading: block.subheading ?? null,
    content: json(block.content),
    settings: json(block.settings),
    position,
    ...dated,
  });

  const links: Followable[] = [];
  for (const [index, { caption, alt, link, element, settings, position }] of items.entries()) {
    const id = itemIds[index]!;
    await insertBlockItem(tx, accountId, {
      id,
      block_id: blockId!,
      list_order: index,
      thumbnail: null,
      is_element: element ? 1 : 0,
      element: json(element),
      link: link?.url ?? null,
      content: JSON.stringify({ caption, alt }),
      settings: json(settings),
      position: position ?? index,
      ...dated,
    });
    if (!link) continue;
    // A link has the id of its item.
    await insertLink(tx, accountId, { id, slug: link.slug, url: link.url, deleted_at: null });
    links.push({ id, appeal: link.appeal, since: at, until: Number.POSITIVE_INFINITY });
  }
  const what = block.name ? `"${block.name}"` : `of type ${block.block}`;
  const subject = { kind: 'block', id: blockId! } as const;
  await log(demo, laptop, { type: 'block_created', subject, message: `The block ${what} was added.`, at });
  return links;
}

async function insertFormerLink({ tx, store, accountId }: Demo, now: Micros): Promise<Followable> {
  const { slug, url, appeal, deleted } = formerLink;
  const [id] = await store.dialect.allocateIds(tx, 1);
  const until = instant(deleted, now);
  await insertLink(tx, accountId, { id: id!, slug, url, deleted_at: until });
  return { id: id!, appeal, since: instant(joined, now), until };
}

async function addPlan(demo: Demo, { plan, duration, priceMinor, ref }: (typeof planHistory)[number], at: Micros) {
  const { tx, store, accountId } = demo;
  const [id] = await store.dialect.allocateIds(tx, 1);
  await insertPlanRecord(tx, accountId, {
    id: id!,
    name: person.name,
    plan,
    plan_name: planName(plan),
    duration,
    email: person.email,
    ref,
    currency,
    price_minor: priceMinor,
    gateway: 'manual',
    created_at: at,
    updated_at: null,
  });
  await updateAccount(tx, accountId, { plan, plan_duration: duration, plan_since: at });
  const subject = { kind: 'plan_record', id: id! } as const;
  await log(demo, laptop, { type: 'plan_changed', subject, message: `The plan was changed to ${planName(plan)}.`, at });
}

async function addPixel({ tx, store, accountId }: Demo, pixel: (typeof pixels)[number], at: Micros) {
  const { name, type, pixelId: pixel_id } = pixel;
  await createPixel(tx, store, accountId, { name, type, pixel_id, status: 0 }, laptop, at);
}

/** About the account, unless the event names something else. */
function log({ tx, store, accountId }: Demo, actor: Actor, event: Omit<Event, 'subject'> & Partial<Event>) {
  return logActivity(tx, store.dialect, accountId, actor, { subject: { kind: 'account', id: accountId }, ...event });
}

/** Counts visits in the same transaction: in the queue, they could outlive a failed demo. */
async function count({ tx, store }: Demo, visits: VisitEvent[], robots: RecordedVisit[]): Promise<void> {
  const events = [...visits, ...robots].sort((a, b) => a.at - b.at);
  for (let start = 0; start < events.length; start += VISITS_AT_ONCE) {
    await countVisits(tx, store.dialect, events.slice(start, start + VISITS_AT_ONCE), 0);
  }
  const present = visits.filter((event) => event.address !== undefined).map((event) => liveRow(event, 'request'));
  await store.enqueue((executor) => upsertLive(executor, store.dialect, latestHeartbeats(present), HEARTBEAT_LIFE));
}

function instant({ daysAgo, time }: Moment, now: Micros): Micros {
  const [hours, minutes] = time.split(':').map(Number);
  return now - (now % DAY) - daysAgo * DAY + hours! * HOUR + minutes! * MINUTE;
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
