// The client end of a raw connection: sends bytes unchanged, and parses the received bytes as HTTP answers.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

export interface WireAnswer {
  status: number;
  text: string;
}

export interface Exchange {
  /** Done after this many answers. If undefined: when the server closes the connection. */
  answers?: number;
  /** Close the sending side after a while without data, so that the server knows the request is cut off. */
  halfClose?: boolean;
  /** One write per piece, with a short pause between them. */
  pieces?: number;
}

const PATIENCE_MS = 20_000;
const QUIET_MS = 150;

export async function exchange(port: number, bytes: Buffer, options: Exchange = {}): Promise<WireAnswer[]> {
  const { answers = Number.POSITIVE_INFINITY, halfClose = false, pieces = 1 } = options;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = Buffer.alloc(0);
  let quiet: NodeJS.Timeout | undefined;
  const listen = () => {
    clearTimeout(quiet);
    if (halfClose) quiet = setTimeout(() => socket.end(), QUIET_MS);
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const hangs = () => reject(new Error(`neither answered nor closed; so far: ${received.toString('latin1')}`));
      const patience = setTimeout(hangs, PATIENCE_MS);
      const over = () => {
        clearTimeout(patience);
        resolve();
      };
      // A reset closes the connection; answers before it count.
      socket.on('error', over).on('close', over).on('end', over);
      socket.on('data', (chunk) => {
        received = Buffer.concat([received, chunk]);
        listen();
        if (answers !== Number.POSITIVE_INFINITY && answersIn(received).length >= answers) over();
      });
      void send();
    });
  } finally {
    clearTimeout(quiet);
    socket.destroy();
  }
  return answersIn(received, true);

  async function send(): Promise<void> {
    const size = Math.max(1, Math.ceil(bytes.length / pieces));
    for (let start = 0; start < bytes.length; start += size) {
      socket.write(bytes.subarray(start, start + size));
      await nextTurn();
    }
    listen();
  }
}

/** With `all`, the bytes must contain nothing else. */
function answersIn(bytes: Buffer, all = false): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = bytes.toString('latin1');
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
    const length = Number(/^content-length: (\d+)\r$/im.exec(head?.[2] ?? '')?.[1] ?? 0);
    const end = (head?.[0].length ?? 0) + length;
    if (!head || rest.length < end) {
      assert.ok(!all, `not a complete answer: ${rest.slice(0, 500)}`);
      break;
    }
    const text = Buffer.from(rest.slice(head[0].length, end), 'latin1').toString();
    if (!head[1]!.startsWith('1')) answers.push({ status: Number(head[1]), text });
    rest = rest.slice(end);
  }
  return answers;
}
