// A small SMTP server on loopback that keeps what it is sent. It can refuse messages for a while.
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What it answers: to a connection, to commands, and to the contents of a message. */
export type SmtpStep = 'connection' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'contents';

const usual: Record<SmtpStep, string> = {
  connection: '220 loopback',
  AUTH: '235 welcome',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  contents: '250 taken',
};

export interface SmtpServer {
  url: string;
  /** Whole messages, in the order in which they came. */
  messages: { from: string; to: string[]; source: string }[];
  /** Answers to the next senders. */
  rejections: string[];
  /** Answers instead of the usual ones. */
  answers: Map<SmtpStep, string>;
  /** Answers to some recipients: a refusal, or none at all. */
  recipients: Map<string, string | undefined>;
  /** How many messages it takes without saying so: the connection breaks. */
  lostAnswers: number;
  /** How long it takes to say that it has taken a message. */
  delayMs: number;
  /** How often somebody tried to send one. */
  attempts: number;
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, server);
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as { port: number };
  const server: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    messages: [],
    rejections: [],
    lostAnswers: 0,
    delayMs: 0,
    answers: new Map(),
    recipients: new Map(),
    attempts: 0,
    async received(count) {
      for (const until = Date.now() + 5000; server.messages.length < count; await sleep(10)) {
        if (Date.now() > until) throw new Error(`${server.messages.length} messages came, not ${count}`);
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return server;
}

function converse(socket: Socket, server: SmtpServer): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  const answerTo = (step: SmtpStep) => server.answers.get(step) ?? usual[step];
  let envelope = { from: '', to: [] as string[] };
  let isData = false;
  let pending = '';
  say(answerTo('connection'));
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    pending += chunk;
    for (;;) {
      const end = isData ? '\r\n.\r\n' : '\r\n';
      const at = pending.indexOf(end);
      if (at < 0) return;
      const line = pending.slice(0, at);
      pending = pending.slice(at + end.length);
      if (isData) receive(line);
      else command(line);
    }
  });

  async function receive(source: string): Promise<unknown> {
    isData = false;
    const answer = answerTo('contents');
    if (answer !== usual.contents) return say(answer);
    server.messages.push({ ...envelope, source: source.replace(/^\.\./gm, '.') });
    await sleep(server.delayMs);
    if (server.lostAnswers === 0) return say(answer);
    server.lostAnswers -= 1;
    socket.destroy();
  }

  function command(line: string): void {
    const verb = line.slice(0, 4).toUpperCase();
    const address = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'EHLO') say('250-loopback\r\n250 AUTH PLAIN');
    else if (verb === 'MAIL') {
      server.attempts += 1;
      envelope = { from: address, to: [] };
      say(server.rejections.shift() ?? answerTo('MAIL'));
    } else if (verb === 'RCPT') {
      envelope.to.push(address);
      const answer = server.recipients.has(address) ? server.recipients.get(address) : answerTo('RCPT');
      if (answer !== undefined) say(answer);
    } else if (verb === 'DATA') {
      const answer = answerTo('DATA');
      isData = answer === usual.DATA;
      say(answer);
    } else if (verb === 'AUTH') {
      say(answerTo('AUTH'));
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  }
}
