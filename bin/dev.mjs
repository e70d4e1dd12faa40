// `npm run dev`: the service, and the dashboard from its sources with hot reload. Vite listens where the dashboard would
// and passes requests to the API on; the service's own dashboard listens on a free port instead.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const { HOST, PORT, DASHBOARD_PORT, DASHBOARD_URL } = process.env;
const host = HOST || '127.0.0.1';
const port = Number(DASHBOARD_PORT || Number(PORT || 3000) + 1);
const apiPort = await freePort();
const api = `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host}:${apiPort}`;

// In a process group of its own: Ctrl-C reaches this process alone, which stops both.
const service = spawn(`${root}bin/fingerpost`, ['serve'], {
  stdio: 'inherit',
  detached: true,
  env: {
    ...process.env,
    DASHBOARD_PORT: String(apiPort),
    DASHBOARD_URL: DASHBOARD_URL || `http://localhost:${port}`,
  },
});
const ended = once(service, 'exit');
const stop = () => service.kill('SIGTERM');
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

const vite = await createVite({
  root: `${root}web`,
  configFile: `${root}web/vite.config.ts`,
  server: { host, port, strictPort: true, proxy: { '/api': api, '/preview': api } },
});
// Vite would end this process before the service has stopped.
for (const listener of process.listeners('SIGTERM')) if (listener !== stop) process.off('SIGTERM', listener);
try {
  await vite.listen();
  console.log(`The dashboard, with hot reload: http://localhost:${port}/`);
} catch (error) {
  console.error(`The dashboard cannot listen on port ${port}: ${error.message}. Set DASHBOARD_PORT to another port.`);
  stop();
}
const [code] = await ended;
await vite.close();
process.exit(code ?? 1);

async function freePort() {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}
