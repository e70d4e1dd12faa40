// The thread in which pictures become pixels. It opens the fonts that it needs and keeps them for as long as it lives.
import { parentPort } from 'node:worker_threads';
import { Resvg } from '@resvg/resvg-js';
import type { Answer, Order } from './painter.ts';
import { opaquePng } from './png.ts';
import { sharePicture } from './share-card.ts';
import { openTypeface } from './typeface.ts';

const lettering = { bold: openTypeface(700), regular: openTypeface(400) };
const font = { loadSystemFonts: false };

parentPort!.on('message', ({ id, order }: { id: number; order: Order }) => {
  parentPort!.postMessage(answerTo(id, order));
});

function answerTo(id: number, order: Order): Answer {
  try {
    return { id, png: 'card' in order ? cardPng(order.card) : drawingPng(order.svg, order.width) };
  } catch (error) {
    return { id, failure: (error as Error).message };
  }
}

function cardPng(card: Parameters<typeof sharePicture>[0]): Buffer {
  const { pixels, width, height } = new Resvg(sharePicture(card, lettering), { font }).render();
  return opaquePng(pixels, width, height);
}

function drawingPng(svg: string, width: number): Buffer {
  return new Resvg(svg, { font, fitTo: { mode: 'width', value: width } }).render().asPng();
}
