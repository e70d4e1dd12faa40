// The thread in which a saved file is read through.
import { parentPort, workerData } from 'node:worker_threads';
import { contentsOf } from './saved-file.ts';

parentPort!.postMessage(contentsOf(workerData as string));
