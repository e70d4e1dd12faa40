// The sections of the account's record. Each has its own endpoint.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { success } from '../../../../contract/schemas/common.ts';
import {
  AppearanceSaved,
  type SectionEdits,
  type SectionName,
  SectionSaved,
  sectionEdits,
  sections,
} from '../../../../contract/schemas/sections.ts';
import { logActivity } from '../../../domain/activity/activity.ts';
import { editPage } from '../../../domain/page/page-edit.ts';
import { changeSection } from '../../../domain/page/page-sections.ts';
import type { Executor } from '../../../storage/tables.ts';
import { ownAccount } from '../../auth/own-account.ts';
import type { Services } from '../../services.ts';
import { baseUrl } from '../../wire/base-url.ts';
import { appearanceOf, contrastRecords } from '../contrast.ts';
import type { WrittenRecord } from '../record-headers.ts';
import { recordStore } from '../record-writes.ts';
import { sectionRecords } from '../section-records.ts';

interface Texts {
  /** The suffix of the operation ids. */
  title: string;
  read: string;
  change: string;
  /** The description of the edit. */
  note: string;
  message: string;
}

const texts: Record<SectionName, Texts> = {
  profile: {
    title: 'Profile',
    read: 'Get the profile',
    change: 'Edit the profile',
    note: 'Changes name, bio and avatar. `avatar` is the URL of an uploaded image; null means the generated avatar.',
    message: 'The profile was changed.',
  },
  seo: {
    title: 'Seo',
    read: 'Get SEO settings',
    change: 'Edit SEO settings',
    note: 'Title, description and image for search engines and link previews. If `enable` is "0", or a text is empty, name and bio are used instead.',
    message: 'The SEO settings were changed.',
  },
  social: {
    title: 'Social',
    read: 'Get social profiles',
    change: 'Edit social profiles',
    note: 'Accepts usernames, with or without @, and profile URLs, which are stored as usernames. Null or an empty string removes a profile.',
    message: 'The social profiles were changed.',
  },
  customize: {
    title: 'Customize',
    read: 'Get theme, font and colors',
    change: 'Edit theme, font and colors',
    note: 'Null means the value of the theme. A value that equals that of the theme counts as null, so it changes with the theme. `GET /appearance` lists the available values. The response includes a contrast check of the colors.',
    message: 'The appearance was changed.',
  },
  background: {
    title: 'Background',
    read: 'Get the background',
    change: 'Edit the background',
    note: 'The settings of the other types are kept. `source` selects between an upload and an external URL; if that file is not set, the page shows the background of the theme. The response includes a contrast check of the colors.',
    message: 'The background was changed.',
  },
  options: {
    title: 'Options',
    read: 'Get page options',
    change: 'Edit page options',
    note: 'With `consent_bar` the page asks visitors for consent before pixels load. `language` sets `lang` and `dir` of the page. `background_layout` is how the content is placed on a background image or video.',
    message: 'The options were changed.',
  },
};

const changing = 'Fields that are not sent keep their values. Null resets a field to its default.';

export const userSectionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  for (const name of Object.keys(texts) as SectionName[]) sectionRoutes(app as FastifyInstance, services, name);
};

function sectionRoutes(app: FastifyInstance, services: Services, name: SectionName): void {
  const { config, store, clock, actorOf, measure } = services;
  const { title, read, change, note, message } = texts[name];
  const isAppearance = name === 'customize' || name === 'background';

  async function readSection(request: FastifyRequest, db: Executor) {
    // Read first: an invalid Host header is rejected before any change.
    const base = baseUrl(request, config);
    return { status: true as const, response: sectionRecords(await ownAccount(db, request), base)[name] };
  }
  const written: WrittenRecord = { schema: success(sections[name]), read: readSection };

  app.get(
    `/user/${name}`,
    {
      config: { cache: 'account' },
      schema: {
        tags: ['Account'],
        operationId: `get${title}`,
        summary: read,
        description: 'Includes all defaults. Send its `ETag` as `If-Match` to edit it safely.',
        response: { 200: success(sections[name]) },
      },
    },
    (request) => readSection(request, store.read),
  );

  app.post(
    `/user/${name}`,
    {
      config: { writes: true, record: sections[name], written },
      schema: {
        tags: ['Account'],
        operationId: `edit${title}`,
        summary: change,
        description: `${note} ${changing}`,
        body: sectionEdits[name],
        response: { 200: success(isAppearance ? AppearanceSaved : SectionSaved) },
      },
    },
    async (request) => {
      const at = clock();
      const { accountId, quotas } = request.caller;
      const actor = await actorOf(request);
      const wanted = { accountId, actor, at, measure, quotas };
      const account = await editPage(recordStore(store, request), wanted, async (edit) => {
        const isChanged = await changeSection(edit, name, request.body as SectionEdits[typeof name]);
        if (isChanged) {
          const subject = { kind: 'page', id: accountId } as const;
          await logActivity(edit.tx, store.dialect, accountId, actor, {
            type: 'profile_updated',
            subject,
            message,
            at,
          });
        }
        return ownAccount(edit.tx, request);
      });
      const contrast = isAppearance && contrastRecords(appearanceOf(account), baseUrl(request, config));
      return { status: true as const, response: { message, ...(contrast && { contrast }) } };
    },
  );
}
