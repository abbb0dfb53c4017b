import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const CHUNKED_END = Buffer.from('0\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: *chunked/i;

type OnAnswer = (status: number, bytes: number, head: string) => void;

/**
 * One keep-alive connection that has at most one request under way. It reads no more of an answer than it
 * must to find its end, so that the cores are left to the server.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #onAnswer: OnAnswer;
  #head = '';
  #bytes = 0;
  /**
   * Bytes of the answer's body that are still to come; -1 while the head is incomplete, -2 if it comes in
   * chunks.
   */
  #left = -1;
  #pending: Buffer = Buffer.alloc(0);

  constructor(port: number, onAnswer: OnAnswer, onClose: (reason: string) => void) {
    this.#onAnswer = onAnswer;
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
    if (this.#left === 0) this.#onAnswer(Number(this.#head.slice(9, 12)), this.#bytes, this.#head);
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
