// The other side of `foreign.ts`.
import { parentPort, workerData } from 'node:worker_threads';
import { Refusal } from '../../../contract/errors.ts';
import { type Answer, readHere } from './foreign.ts';

parentPort!.postMessage(read());

function read(): Answer {
  try {
    return { result: readHere(workerData.format, workerData.text) };
  } catch (error) {
    if (!(error instanceof Refusal) || !error.errors) throw error;
    return { mistakes: error.errors };
  }
}
