import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKED_END = Buffer.from('0\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

type OnResponse = (status: number, bytes: number, head: string) => void;

/**
 * A keep-alive connection with at most one pending request. It parses only as much of a response as is needed to find
 * its end, to leave the processor to the server.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onResponse: OnResponse;
  #head = '';
  #bytes = 0;
  /** Missing bytes of the response's body; -1 while the head is incomplete, -2 for a chunked body. */
  #left = -1;
  #pending: Buffer = Buffer.alloc(0);

  constructor(port: number, onResponse: OnResponse, onClose: (reason: string) => void) {
    this.#onResponse = onResponse;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
    this.#socket.on('error', (error) => onClose(error.message));
    this.#socket.on('end', () => onClose('the server closed the connection'));
  }

  send(request: Buffer): void {
    this.#left = -1;
    this.#bytes = 0;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners('end').destroy();
  }

  #read(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#left === -1) this.#readHead(chunk);
    else if (this.#left === -2) this.#readChunked(chunk);
    else this.#left -= chunk.length;
    if (this.#left === 0) this.#onResponse(Number(this.#head.slice(9, 12)), this.#bytes, this.#head);
  }

  #readHead(chunk: Buffer): void {
    const all = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    const end = all.indexOf(HEAD_END);
    this.#pending = end === -1 ? all : Buffer.alloc(0);
    if (end === -1) return;
    this.#head = all.toString('latin1', 0, end);
    const body = all.length - end - HEAD_END.length;
    if (CHUNKED.test(this.#head)) {
      this.#left = -2;
      this.#readChunked(all.subarray(end + HEAD_END.length));
    } else this.#left = Number(LENGTH.exec(this.#head)?.[1] ?? 0) - body;
  }

  #readChunked(chunk: Buffer): void {
    const tail = Buffer.concat([this.#pending, chunk]).subarray(-CHUNKED_END.length);
    this.#pending = tail;
    if (!tail.equals(CHUNKED_END)) return;
    this.#pending = Buffer.alloc(0);
    this.#left = 0;
  }
}
