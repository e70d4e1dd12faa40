// One connection that is kept, one request at a time on it, read with as little work as will do: whoever makes the load
// must not be what limits it.
import { connect, type Socket } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  readonly body: Buffer;
}

export interface Connection {
  /** Exactly one answer, or one fault, is given back for each request. */
  send(request: string | Buffer): void;
  close(): void;
}

export interface Handlers {
  answered(answer: Answer): void;
  /** The connection is of no more use. */
  failed(fault: string): void;
}

const LENGTH = /\r\ncontent-length: (\d+)/i;

export function openConnection(port: number, { answered, failed }: Handlers): Promise<Connection> {
  let received: Buffer | undefined;
  let needed = 0;
  let awaiting = false;
  let done = false;

  function read(bytes: Buffer): void {
    const all = received ? Buffer.concat([received, bytes]) : bytes;
    received = all;
    const headEnd = all.length < needed ? -1 : all.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = all.toString('latin1', 0, headEnd);
    const length = LENGTH.exec(head)?.[1];
    needed = headEnd + 4 + Number(length);
    if (all.length < needed) return;
    if (!awaiting || all.length !== needed || !head.startsWith('HTTP/1.1 ')) {
      fail('an answer that is none');
      return;
    }
    received = undefined;
    needed = 0;
    awaiting = false;
    answered({ status: Number(head.slice(9, 12)), head, body: all.subarray(headEnd + 4) });
  }

  function fail(fault: string): void {
    if (done) return;
    done = true;
    socket.destroy();
    failed(fault);
  }

  let socket: Socket;
  return new Promise((resolve, reject) => {
    socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // Connected is not accepted: where too many come at once, what is sent first would be lost and sent again seconds later.
    socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    socket.once('error', reject);
    socket.once('data', () => {
      socket.off('error', reject);
      socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      socket.on('data', read);
      socket.on('close', () => fail('the connection was closed'));
      resolve({
        send(request) {
          awaiting = true;
          socket.write(request);
        },
        close() {
          done = true;
          socket.destroy();
        },
      });
    });
  });
}
