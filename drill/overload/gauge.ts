// Preloaded into the service: reports its memory on request.
export interface Gauge {
  readonly rssBytes: number;
  readonly cpuSeconds: number;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 } satisfies Gauge);
});
// The channel must not keep the process alive.
process.channel?.unref();
