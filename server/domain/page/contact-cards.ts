// The data of a contact card block. Without a name of its own, it has the name of the account.
import type { BlockContent } from '../../../contract/blocks/index.ts';
import { blockShapes } from '../../../contract/page/block-shapes.ts';
import { parseStored } from '../../../contract/page/reading.ts';
import type { Micros } from '../../../contract/time.ts';
import { findAccount } from '../../storage/accounts/accounts.ts';
import { findBlock } from '../../storage/page/blocks.ts';
import type { Executor } from '../../storage/tables.ts';
import { storedJson } from '../stored-json.ts';
import { isBlockOn } from './block-state.ts';

export interface ContactDetails extends BlockContent<'contact_card'> {
  name: string;
  title: string;
  revisedAt: Micros;
}

/** Undefined if the account has no such block, or if it is off or has another type. */
export async function findContact(
  db: Executor,
  accountId: number,
  blockId: number,
): Promise<ContactDetails | undefined> {
  const block = await findBlock(db, accountId, blockId);
  if (block?.block !== 'contact_card' || !isBlockOn(block)) return undefined;
  const account = await findAccount(db, accountId);
  return {
    ...parseStored(blockShapes.contact_card.content, storedJson(block.content)),
    name: block.name?.trim() || account?.name.trim() || account?.username || '',
    title: block.subheading ?? '',
    revisedAt: block.updated_at,
  };
}
