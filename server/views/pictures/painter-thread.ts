// The thread in which share cards become pixels. It opens the fonts that it needs and keeps them for as long as it lives.
import { parentPort } from 'node:worker_threads';
import type { Answer, Order } from './painter.ts';
import { colourPng } from './png.ts';
import { rasterise } from './raster.ts';
import { sharePicture } from './share-card.ts';
import { openTypeface } from './typeface.ts';

const lettering = { bold: openTypeface(700), regular: openTypeface(400) };

parentPort!.on('message', (order: Order) => parentPort!.postMessage(answerTo(order)));

function answerTo({ id, card }: Order): Answer {
  try {
    return { id, png: colourPng(rasterise(sharePicture(card, lettering))) };
  } catch (error) {
    return { id, failure: (error as Error).message };
  }
}
