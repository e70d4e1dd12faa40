// Checks that the ports are free, or in use by this installation's service.
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { ok, problem, type Verdict, warning } from './finding.ts';
import { type Answerer, type Ownership, whoAnswers } from './own-service.ts';

const ANSWER_MS = 3000;

interface Port {
  setting: string;
  host: string;
  port: number;
  /** A path that only Fingerpost answers. */
  path: string;
  isFingerpost(text: string): boolean;
  /** The path where the service proves which installation it belongs to. */
  proofPath: string;
}

export async function checkPorts(config: Config, ownership: Ownership): Promise<Verdict[]> {
  const ports: Port[] = [
    {
      setting: 'PORT',
      host: config.host,
      port: config.port,
      path: '/health',
      isFingerpost: isHealth,
      proofPath: '/ready',
    },
    ...(config.isOneOrigin
      ? []
      : [
          {
            setting: 'DASHBOARD_PORT',
            host: config.host,
            port: config.dashboardPort,
            path: '/health',
            isFingerpost: isHealth,
            proofPath: '/ready',
          },
        ]),
    ...(config.metricsPort === undefined
      ? []
      : [
          {
            setting: 'METRICS_PORT',
            host: '127.0.0.1',
            port: config.metricsPort,
            path: '/metrics',
            isFingerpost: (text: string) => text.includes('fingerpost_'),
            proofPath: '/metrics',
          },
        ]),
  ];
  return Promise.all(ports.map((port) => checkPort(port, ownership)));
}

async function checkPort(wanted: Port, ownership: Ownership): Promise<Verdict> {
  const { setting, host, port } = wanted;
  const where = `${host}, port ${port}`;
  if (port === 0) return ok(`${setting} is 0: each start uses a free port.`);
  const code = await listeningError(host, port);
  if (code === undefined) return ok(`${where} (${setting}) is free.`);
  if (code === 'EADDRINUSE') return checkListener(wanted, `${where} (${setting})`, ownership);
  if (code === 'EACCES')
    return problem(`This user has no permission to listen on ${where}.`, `Set ${setting} to 1024 or more.`);
  return problem(`Nothing can listen on ${where} (${code}).`, 'Set HOST to an address of this machine.');
}

function listeningError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

async function checkListener(wanted: Port, where: string, ownership: Ownership): Promise<Verdict> {
  const remedy = `Stop the other program, or set ${wanted.setting} to another port.`;
  switch (await listener(wanted, ownership)) {
    case 'this service':
      return ok(`The service listens on ${where}.`);
    case 'some Fingerpost':
      return warning(
        `A Fingerpost listens on ${where}. Without the database, it is unknown whether it belongs to this installation.`,
        'Fix the problem with the store first, then run this again.',
      );
    case 'another installation':
      return problem(
        `A Fingerpost of another installation listens on ${where}, or an older version of this one.`,
        `If it is an older version, restart it. ${remedy}`,
      );
    case 'another program':
      return problem(`Another program listens on ${where}.`, remedy);
  }
}

async function listener(wanted: Port, ownership: Ownership): Promise<Answerer | 'another program'> {
  const { host, port, path, isFingerpost, proofPath } = wanted;
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const url = `http://${name}:${port}`;
  try {
    const response = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (!isFingerpost(await response.text())) return 'another program';
    return await whoAnswers(`${url}${proofPath}`, ownership, ANSWER_MS);
  } catch {
    return 'another program';
  }
}

export function isHealth(text: string): boolean {
  return text === '{"status":"ok"}';
}
