// A contact card as a vCard file, for the address book of a phone.
import type {} from '@fastify/swagger';
import type { FastifyPluginAsync } from 'fastify';
import { pageUrl } from '../../../contract/page/page-address.ts';
import { findContact } from '../../domain/page/contact-cards.ts';
import { contactCard } from '../../views/contact-card.ts';
import type { Services } from '../services.ts';
import { idOf, sendPlainly } from '../site/plain-text.ts';
import { baseUrl } from '../wire/base-url.ts';
import { etagOf, sendConditionally } from '../wire/conditional.ts';

interface CardRequest {
  Params: { block: string };
}

export const contactCardRoutes: FastifyPluginAsync<Services> = async (app, { config, store, resolver }) => {
  app.get<CardRequest>('/:username/contact/:block.vcf', { schema: { hide: true } }, async (request, reply) => {
    const blockId = idOf(request.params.block);
    const owner = blockId ? (await resolver.find(request))?.owner : undefined;
    const contact = blockId && owner?.isActive && (await findContact(store.read, owner.accountId, blockId));
    if (!contact) return sendPlainly(reply, 404, 'There is no such contact.');
    const card = contactCard({ ...contact, page: pageUrl(baseUrl(request, config), owner) });
    reply.type('text/vcard; charset=utf-8').headers({
      'cache-control': 'no-cache',
      'content-disposition': `attachment; filename="${owner.username}.vcf"`,
      'x-content-type-options': 'nosniff',
    });
    return sendConditionally(request, reply, etagOf(card), card);
  });
};
