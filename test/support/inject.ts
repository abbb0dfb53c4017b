import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

interface Injected {
  method: string;
  /** Path with query. */
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
}

/** A connection without a peer: it collects the written response. */
class Loopback extends Socket {
  readonly written: Buffer[] = [];
  override readonly remoteAddress = '127.0.0.1';
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.written.push(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : chunk);
    done();
  }
  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    for (const { chunk, encoding } of chunks) this._write(chunk, encoding, () => {});
    done();
  }
  override _read(): void {}
}

const HEAD_END = '\r\n\r\n';
const WITHOUT_BODY = [204, 205, 304];

function responseOf(bytes: Buffer): Response {
  const end = bytes.indexOf(HEAD_END);
  const [line = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = Number(line.split(' ')[1]);
  const headers = lines.map((text): [string, string] => {
    const colon = text.indexOf(':');
    return [text.slice(0, colon), text.slice(colon + 1).trim()];
  });
  const body = new Uint8Array(bytes.subarray(end + HEAD_END.length));
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** Passes a request to a listener as if it came over a connection; resolves with the whole response. */
export function inject(
  listener: RequestListener,
  { method, url, headers, body }: Injected,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const socket = new Loopback();
    const req = new IncomingMessage(socket);
    const { pathname, search, host } = new URL(url);
    const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
    // Values without surrounding spaces, as a parser reads them.
    const sent = new Headers({ host, ...headers, ...length });
    req.method = method;
    req.url = pathname + search;
    req.httpVersion = '1.1';
    req.httpVersionMajor = 1;
    req.httpVersionMinor = 1;
    for (const [name, value] of sent) {
      req.headers[name] = value;
      req.rawHeaders.push(name, value);
    }
    if (body !== undefined) req.push(body);
    req.push(null);
    req.complete = true;
    const res = new ServerResponse(req);
    // The response ends with the connection, so that its body is as written.
    res.useChunkedEncodingByDefault = false;
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => {
      resolve(responseOf(Buffer.concat(socket.written)));
      res.detachSocket(socket);
      res.emit('close');
    });
    res.once('error', reject);
    listener(req, res);
  });
}
