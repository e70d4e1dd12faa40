// A page with every type of block and every link layout. All its texts pass through one function, so that the same page
// exists in another script, with overlong words, or with hostile text.
import { blockLimits } from '../../../contract/page/block-shapes.ts';
import { exampleBlocks, type Say } from './example-blocks.ts';
import type { BlockGiven, PageGiven } from './pages.ts';

/** A single long word. */
export const endless: Say = (plain, max, input) =>
  input
    ? plain
    : 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(4).slice(0, max);

export const fromRightToLeft: Say = (plain, max, input) =>
  input ? plain : 'علامات الطرق القديمة وخرائط الدروب بينها '.repeat(2).slice(0, max);

export interface Sample {
  username: string;
  say?: Say;
  /** The target of links. */
  target?: string;
}

/** Far in the future. */
export const countdownEnd = '2099-05-04T10:00:00.000Z';

const unchanged: Say = (plain) => plain;

export function samplePage({ username, say = unchanged, target = 'https://example.com/there' }: Sample): PageGiven {
  return {
    username,
    name: say('Ada Fenwick', blockLimits.name),
    bio: say('I mend old road signs, paint new ones, and draw the maps between them.', blockLimits.subheading),
    social: {
      email: 'ada@example.com',
      whatsapp: '+441632960123',
      facebook: 'ada.example',
      instagram: 'ada.example',
      twitter: 'ada_example',
      youtube: 'ada.example',
    },
    blocks: everyBlock(say, target),
  };
}

export function everyBlock(say?: Say, target = 'https://example.com/there'): BlockGiven[] {
  const [links, ...rest] = exampleBlocks(say, target);
  const layouts = ['stack', 'thumbnails', 'cards', 'grid'].map((layout) => ({
    ...links!,
    settings: { layout },
    items: links!.items!.map((item) => ({ ...item, slug: `${layout}-${item.slug}` })),
  }));
  return [...layouts, ...rest];
}
