// The account's own record, section by section: each is read, and changed, at an address of its own.
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { success } from '../../../../contract/schemas/common.ts';
import {
  LookSaved,
  type SectionEdits,
  type SectionName,
  SectionSaved,
  sectionEdits,
  sections,
} from '../../../../contract/schemas/sections.ts';
import { MatchHeader } from '../../../../contract/schemas/writing.ts';
import { logActivity } from '../../../domain/activity.ts';
import { editPage } from '../../../domain/page-edit.ts';
import { changeSection } from '../../../domain/page-sections.ts';
import { pageSettings } from '../../../domain/page-settings.ts';
import type { AccountWithEmail } from '../../../storage/accounts.ts';
import { baseUrl } from '../../base-url.ts';
import { contrastRecords } from '../../contrast.ts';
import { ownAccount } from '../../own-account.ts';
import { answerEtag, ifMatch } from '../../preconditions.ts';
import { sectionRecords } from '../../section-records.ts';
import type { Services } from '../../services.ts';

interface Texts {
  /** As it ends the operations' names. */
  title: string;
  read: string;
  change: string;
  /** What is to be known before it is changed. */
  note: string;
  message: string;
}

const texts: Record<SectionName, Texts> = {
  profile: {
    title: 'Profile',
    read: 'Name, bio and picture',
    change: 'Change name, bio or picture',
    note: 'The picture is the address of an upload of a picture; null, or the address of the generated one, stands for the generated one.',
    message: 'The profile was changed.',
  },
  seo: {
    title: 'Seo',
    read: 'What others learn of the page',
    change: 'Change what others learn of the page',
    note: 'Search engines and those who show a card of the page get these; while `enable` is "0", or a text is empty, they get name and bio instead.',
    message: 'What others learn of the page was changed.',
  },
  social: {
    title: 'Social',
    read: 'The networks',
    change: 'Change the networks',
    note: 'Takes names, with or without their @, and addresses of that network: the address of a profile is kept as its name. Null or an empty text takes a network away.',
    message: 'The networks were changed.',
  },
  customize: {
    title: 'Customize',
    read: 'Theme, font and colours',
    change: 'Change theme, font or colours',
    note: 'Null is the theme’s own, and so is what is sent as the theme has it: with another theme it becomes that one’s. `GET /appearance` tells what there is to choose from. The answer tells how the colours can be read.',
    message: 'The look was changed.',
  },
  background: {
    title: 'Background',
    read: 'The background',
    change: 'Change the background',
    note: 'What is set for the other types is kept. `source` says whether a picture or a video is an upload or lies elsewhere; while the one that it names is missing, the theme’s own background is shown. The answer tells how the colours can be read on it.',
    message: 'The background was changed.',
  },
  options: {
    title: 'Options',
    read: 'What the page does beside showing itself',
    change: 'Change what the page does',
    note: 'With `consent_bar` visitors are asked before a pixel is loaded.',
    message: 'The options were changed.',
  },
};

const changing =
  'What is not sent stays as it is; null goes back to the default. With `If-Match` nothing is overwritten that was changed since it was read.';

export const userSectionRoutes: FastifyPluginAsyncTypebox<Services> = async (app, services) => {
  for (const name of Object.keys(texts) as SectionName[]) sectionRoutes(app as FastifyInstance, services, name);
};

function sectionRoutes(app: FastifyInstance, services: Services, name: SectionName): void {
  const { config, store, clock, actorOf, measure } = services;
  const { title, read, change, note, message } = texts[name];
  const isLook = name === 'customize' || name === 'background';

  app.get(
    `/user/${name}`,
    {
      config: { keep: 'account' },
      schema: {
        tags: ['Account'],
        operationId: `get${title}`,
        summary: read,
        description: 'With every default filled in. Its `ETag` is what `If-Match` takes when it is changed.',
        response: { 200: success(sections[name]) },
      },
    },
    async (request) => answerOf(await ownAccount(store.read, request), baseUrl(request, config)),
  );

  app.post(
    `/user/${name}`,
    {
      config: { writes: true },
      schema: {
        tags: ['Account'],
        operationId: `edit${title}`,
        summary: change,
        description: `${note} ${changing}`,
        headers: MatchHeader,
        body: sectionEdits[name],
        response: { 200: success(isLook ? LookSaved : SectionSaved) },
      },
    },
    async (request, reply) => {
      const at = clock();
      const { accountId } = request.caller;
      const actor = await actorOf(request);
      // Known before anything is changed: a host that is none is refused.
      const base = baseUrl(request, config);
      const precondition = ifMatch(request, async (tx) => answerOf(await ownAccount(tx, request), base));
      const account = await editPage(store, { accountId, actor, at, measure, precondition }, async (edit) => {
        const isChanged = await changeSection(edit, name, request.body as SectionEdits[typeof name]);
        if (isChanged) {
          await logActivity(edit.tx, store.dialect, accountId, actor, { type: 'profile_updated', message, at });
        }
        return ownAccount(edit.tx, request);
      });
      reply.header('ETag', answerEtag(answerOf(account, base)));
      const contrast = isLook && contrastRecords(pageSettings(account), base);
      return { status: true as const, response: { message, ...(contrast && { contrast }) } };
    },
  );

  function answerOf(account: AccountWithEmail, base: string) {
    return { status: true as const, response: sectionRecords(account, base)[name] };
  }
}
