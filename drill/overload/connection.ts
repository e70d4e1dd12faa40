// A kept-alive connection with one request at a time, parsed with minimal work, so that the load generator is not the
// bottleneck.
import { connect } from 'node:net';

export interface Answer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  /** Valid only until the next answer is read. */
  readonly body: Buffer;
}

export interface Connection {
  /** Each request gets exactly one answer or fault. */
  send(request: string): void;
  close(): void;
}

export interface Handlers {
  answered(answer: Answer): void;
  /** The connection is unusable. */
  failed(fault: string): void;
}

const LENGTH = /\r\ncontent-length: (\d+)/i;
/** Each answer is handled as it is read, so all connections share one read buffer. */
const reading = Buffer.alloc(256 * 1024);

export function openConnection(port: number, { answered, failed }: Handlers): Promise<Connection> {
  let partial: Buffer | undefined;
  let needed = 0;
  let awaiting = false;
  let done = false;

  function read(bytes: Buffer): void {
    const all = partial ? Buffer.concat([partial, bytes]) : bytes;
    const headEnd = all.length < needed ? -1 : all.indexOf('\r\n\r\n');
    const head = headEnd < 0 ? '' : all.toString('latin1', 0, headEnd);
    if (headEnd >= 0) needed = headEnd + 4 + Number(LENGTH.exec(head)?.[1]);
    if (headEnd < 0 || all.length < needed) {
      partial = all === bytes ? Buffer.from(all) : all;
    } else if (!awaiting || all.length !== needed || !head.startsWith('HTTP/1.1 ')) {
      fail('a malformed answer');
    } else {
      partial = undefined;
      needed = 0;
      awaiting = false;
      answered({ status: Number(head.slice(9, 12)), head, body: all.subarray(headEnd + 4) });
    }
  }

  function fail(fault: string): void {
    if (done) return;
    done = true;
    socket.destroy();
    failed(fault);
  }

  let isOpen = () => {};
  const callback = (length: number): boolean => {
    if (awaiting) read(reading.subarray(0, length));
    else isOpen();
    return true;
  };
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: reading, callback } });
  const connection: Connection = {
    send(request) {
      awaiting = true;
      socket.write(request);
    },
    close() {
      done = true;
      socket.destroy();
    },
  };
  return new Promise((resolve, reject) => {
    // Connected is not accepted: with a full accept queue, the first request is lost and retransmitted seconds later.
    socket.write('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    socket.once('error', reject);
    isOpen = () => {
      isOpen = () => fail('an answer without a request');
      socket.off('error', reject);
      socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
      socket.on('close', () => fail('the connection was closed'));
      resolve(connection);
    };
  });
}
