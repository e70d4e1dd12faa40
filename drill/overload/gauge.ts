// Loaded into the service ahead of its program: what it tells of itself when it is asked.
export interface Gauge {
  readonly rssBytes: number;
  readonly cpuSeconds: number;
}

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!({ rssBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6 } satisfies Gauge);
});
// The channel alone keeps no process.
process.channel?.unref();
