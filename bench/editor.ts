// The page editor in a real browser: how soon the preview and the screen show what somebody does, and whether a drag over a
// large page is smooth.
import { type BenchOptions, type Figure, median, type Outcome, spread } from './bench.ts';
import { type Frames, measureDrag } from './editor/dragging.ts';
import { linkBlocks, openEditorSite } from './editor/site.ts';
import { measureTyping } from './editor/typing.ts';
import { inScope } from './scope.ts';

const PREVIEW_MS = 200;
const PAINT_MS = 100;
const FRAMES_PER_SECOND = 55;
const pages = [
  { name: '2,000 links in 20 blocks', blocks: linkBlocks(20, 100), row: 'Link 0-1' },
  { name: '100 blocks, the most that a page can have', blocks: linkBlocks(100, 1), row: 'Block 1' },
];

export async function editor(options: BenchOptions): Promise<Outcome> {
  return inScope(async (scope) => {
    const { tab, open } = await openEditorSite(scope);
    const [preview, paint]: [number[], number[]] = [[], []];
    for (let round = 0; round < options.rounds; round += 1) {
      await open(linkBlocks(1, 100));
      const typed = await measureTyping(tab);
      options.say(
        `editor: preview ${percentile(typed.preview, 0.95)} ms, next paint ${percentile(typed.paint, 0.95)} ms (p95)`,
      );
      preview.push(...typed.preview);
      paint.push(...typed.paint);
    }
    const figures = [
      atMost('key press to the preview that shows it', preview, PREVIEW_MS),
      atMost('interaction to next paint', paint, PAINT_MS),
    ];
    for (const { name, blocks, row } of pages) {
      await open(blocks);
      const drags: Frames[] = [];
      const idles: Frames[] = [];
      for (let round = 0; round < options.rounds; round += 1) {
        const { idle, drag } = await measureDrag(tab, row);
        options.say(
          `editor: ${name}: ${drag.perSecond.toFixed(1)} frames/s (${idle.perSecond.toFixed(1)} without dragging), longest ${Math.round(drag.longestMs)} ms`,
        );
        idles.push(idle);
        drags.push(drag);
      }
      figures.push(...dragFigures(name, drags, idles));
    }
    return {
      figures,
      notes: [
        `On a page of 100 links, 60 keys in a caption and 20 rows opened, in each of ${options.rounds} rounds; CPU not throttled. The service, the browser and the bench share the machine.`,
        'Interactions by the Event Timing API of the browser; it reports those from 16 ms, shorter ones count as 16.',
        'A drag moves the mouse for 2.4 seconds over 300 pixels, at 60 moves a second; without dragging, the same moves with no row. Nothing but the processor draws.',
      ],
    };
  });
}

function atMost(name: string, values: readonly number[], limit: number): Figure {
  const p95 = percentile(values, 0.95);
  return {
    name: `${name}, 95th percentile`,
    figure: `${p95} ms (median ${Math.round(median(values))}, longest ${Math.round(Math.max(...values))}, of ${values.length})`,
    target: `≤ ${limit} ms`,
    met: p95 <= limit,
  };
}

function dragFigures(name: string, drags: readonly Frames[], idles: readonly Frames[]): Figure[] {
  const rates = drags.map(({ perSecond }) => perSecond);
  return [
    {
      name: `frames per second during a drag, ${name}`,
      figure: spread(rates, 1),
      target: `≥ ${FRAMES_PER_SECOND}`,
      met: median(rates) >= FRAMES_PER_SECOND,
    },
    {
      name: `without dragging, ${name}`,
      figure: spread(
        idles.map(({ perSecond }) => perSecond),
        1,
      ),
    },
    {
      name: `longest frame of a drag, ${name}`,
      figure: `${spread(
        drags.map(({ longestMs }) => longestMs),
        0,
      )} ms`,
    },
  ];
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!);
}
