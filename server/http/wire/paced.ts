// Clients can make a thousand connections time out in the same moment. They are closed a few at a time, so that requests
// of others are answered in between.
import { yieldToRequests } from '../../system/pauses.ts';

/** About a millisecond of work: when a connection closes, its unfinished requests end too. */
const AT_ONCE = 8;

/** The first of several calls takes effect at once. */
export function paced<Item>(work: (item: Item) => void): (item: Item) => void {
  const waiting: Item[] = [];
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      for (const item of waiting.splice(0, AT_ONCE)) work(item);
      await yieldToRequests();
    }
    isRunning = false;
  }

  return (item) => {
    waiting.push(item);
    if (!isRunning) void run();
  };
}
