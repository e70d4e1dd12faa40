// Counts what an import leaves out, and reports it in a few sentences.
import { blockLimits } from '../../../../contract/page/block-shapes.ts';
import { cut } from '../../../../contract/page/cut-text.ts';

const EXAMPLES = 3;
const EXAMPLE_LENGTH = 60;

interface Tally {
  count: number;
  examples: string[];
}

export function createImportWarnings() {
  const unfollowable = tally();
  const tooLong = tally();
  const shortened = tally();
  const notes = new Set<string>();
  let twice = 0;
  let noRoom = 0;

  return {
    unfollowable: (example: string) => add(unfollowable, example),
    tooLong: (example: string) => add(tooLong, example),
    cut: (example: string) => add(shortened, example),
    note(sentence: string) {
      notes.add(sentence);
    },
    twice() {
      twice += 1;
    },
    noRoom(count = 1) {
      noRoom += count;
    },

    sentences(): string[] {
      const { blocks, items, url } = blockLimits;
      return [
        formatWarning(
          unfollowable,
          ['entry was', 'entries were'],
          'left out because of a missing web, mail or telephone address',
        ),
        formatWarning(
          tooLong,
          ['link was', 'links were'],
          `left out because of an address of more than ${url} characters`,
        ),
        formatWarning(shortened, ['text was', 'texts were'], 'too long and truncated'),
        twice > 0 ? `${counted(twice, ['link was', 'links were'])} repeated and imported once.` : '',
        noRoom > 0
          ? `${counted(noRoom, ['entry was', 'entries were'])} left out: a page can have ${blocks} blocks of ${items} items.`
          : '',
        ...notes,
      ].filter((sentence) => sentence !== '');
    },
  };
}

type Words = [one: string, many: string];

export function counted(count: number, [one, many]: Words): string {
  return `${count} ${count === 1 ? one : many}`;
}

function tally(): Tally {
  return { count: 0, examples: [] };
}

function add(tally: Tally, example: string): void {
  tally.count += 1;
  if (example !== '' && tally.examples.length < EXAMPLES) tally.examples.push(cut(example, EXAMPLE_LENGTH));
}

function formatWarning({ count, examples }: Tally, words: Words, what: string): string {
  if (count === 0) return '';
  const named = examples.map((example) => `“${example}”`).join(', ');
  const more = count > examples.length && named !== '' ? ' and others' : '';
  return `${counted(count, words)} ${what}${named === '' ? '' : `: ${named}${more}`}.`;
}
