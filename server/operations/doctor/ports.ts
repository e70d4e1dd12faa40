// Whether the ports can be listened on; one that is taken by this very service is as good as free.
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { ok, problem, type Verdict } from './finding.ts';

const ANSWER_MS = 3000;

interface Port {
  setting: string;
  host: string;
  port: number;
  /** By what it gives there is the service told from other programs. */
  path: string;
  isOurs(text: string): boolean;
}

export async function checkPorts(config: Config): Promise<Verdict[]> {
  const ports: Port[] = [
    { setting: 'PORT', host: config.host, port: config.port, path: '/health', isOurs: isHealth },
    ...(config.metricsPort === undefined
      ? []
      : [
          {
            setting: 'METRICS_PORT',
            host: '127.0.0.1',
            port: config.metricsPort,
            path: '/metrics',
            isOurs: (text: string) => text.includes('fingerpost_'),
          },
        ]),
  ];
  return Promise.all(ports.map(checkPort));
}

async function checkPort(wanted: Port): Promise<Verdict> {
  const { setting, host, port } = wanted;
  const where = `${host}, port ${port}`;
  if (port === 0) return ok(`${setting} is 0: each start takes a free port.`);
  const code = await listeningError(host, port);
  if (code === undefined) return ok(`${where} (${setting}) is free.`);
  if (code === 'EADDRINUSE') {
    if (await isServedByUs(wanted)) return ok(`The service listens on ${where} (${setting}).`);
    return problem(
      `Another program listens on ${where} (${setting}).`,
      `Stop that one, or set ${setting} to another port.`,
    );
  }
  if (code === 'EACCES') return problem(`This user may not listen on ${where}.`, `Set ${setting} to 1024 or more.`);
  return problem(`Nothing can listen on ${where} (${code}).`, 'Set HOST to an address of this machine.');
}

function listeningError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function isServedByUs({ host, port, path, isOurs }: Port): Promise<boolean> {
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${name}:${port}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    return isOurs(await response.text());
  } catch {
    return false;
  }
}

export function isHealth(text: string): boolean {
  return text === '{"status":"ok"}';
}
