// The page editor in a real browser: how soon the preview and the screen show what somebody does, and whether a drag over a
// large page is smooth.
import { type Finding, median, quantile, spread, type Trial } from '../drill/support/findings.ts';
import { type Frames, measureDrag } from './editor/dragging.ts';
import { linkBlocks, openEditorSite } from './editor/site.ts';
import { measureTyping } from './editor/typing.ts';

const PREVIEW_MS = 200;
const PAINT_MS = 100;
const FRAMES_PER_SECOND = 55;
const pages = [
  { name: '2,000 links in 20 blocks', blocks: linkBlocks(20, 100), row: 'Link 0-1' },
  { name: '100 blocks, the most that a page can have', blocks: linkBlocks(100, 1), row: 'Block 1' },
];

export const editor: Trial = async ({ t, rounds, say }) => {
  const { tab, open } = await openEditorSite(t);
  const [preview, paint]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await open(linkBlocks(1, 100));
    const typed = await measureTyping(tab);
    say(`preview ${p95(typed.preview)} ms, next paint ${p95(typed.paint)} ms (p95)`);
    preview.push(...typed.preview);
    paint.push(...typed.paint);
  }
  const findings = [
    atMost('key press to the preview that shows it', preview, PREVIEW_MS),
    atMost('interaction to next paint', paint, PAINT_MS),
  ];
  for (const { name, blocks, row } of pages) {
    await open(blocks);
    const drags: Frames[] = [];
    for (let round = 0; round < rounds; round += 1) {
      drags.push(await measureDrag(tab, row));
      say(`${name}: ${drags.at(-1)!.perSecond.toFixed(1)} frames/s`);
    }
    findings.push(dragged(name, drags));
  }
  return findings;
};

function atMost(name: string, values: readonly number[], limit: number): Finding {
  return {
    what: `${name}, 95th percentile`,
    figure: `${p95(values)} ms (median ${Math.round(median(values))}, longest ${Math.round(Math.max(...values))}, of ${values.length})`,
    target: `≤ ${limit} ms`,
    met: p95(values) <= limit,
  };
}

function dragged(name: string, drags: readonly Frames[]): Finding {
  const rates = drags.map(({ perSecond }) => perSecond);
  const longest = Math.max(...drags.map(({ longestMs }) => longestMs));
  return {
    what: `frames per second during a drag, ${name}`,
    figure: `${spread(rates, 1)}, longest frame ${Math.round(longest)} ms`,
    target: `≥ ${FRAMES_PER_SECOND}`,
    met: median(rates) >= FRAMES_PER_SECOND,
  };
}

function p95(values: readonly number[]): number {
  return Math.round(quantile(values, 0.95));
}
