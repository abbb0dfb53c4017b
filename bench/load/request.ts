export interface Request {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The request as HTTP/1.1 text. */
export function bytesOf({ method = 'GET', path, headers = {}, body }: Request, port: number): string {
  const all = {
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    }),
  };
  const lines = Object.entries(all).map(([name, text]) => `${name}: ${text}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}

export const get = (path: string, headers?: Record<string, string>): Request => ({
  path,
  ...(headers && { headers }),
});
export const post = (path: string, body: object, headers: Record<string, string> = {}): Request => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
});
