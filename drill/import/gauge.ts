// Preloaded into the service: measures how long its event loop was blocked, in wall time and in CPU time of its thread. If
// other programs use the processor, only the CPU time shows what the service did.
import { isMainThread } from 'node:worker_threads';

export interface LoopGauge {
  readonly longestTurnMs: number;
  readonly longestComputingMs: number;
}

const SAMPLE_MS = 2;

if (isMainThread && process.send) {
  let longest = { longestTurnMs: 0, longestComputingMs: 0 };
  let last = performance.now();
  let used = computing();
  setInterval(() => {
    const [now, usedNow] = [performance.now(), computing()];
    longest = {
      longestTurnMs: Math.max(longest.longestTurnMs, now - last - SAMPLE_MS),
      longestComputingMs: Math.max(longest.longestComputingMs, usedNow - used),
    };
    [last, used] = [now, usedNow];
  }, SAMPLE_MS).unref();

  process.on('message', () => {
    process.send!(longest satisfies LoopGauge);
    longest = { longestTurnMs: 0, longestComputingMs: 0 };
  });
  // The channel must not keep the process alive.
  process.channel?.unref();
}

function computing(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
