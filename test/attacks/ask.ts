import { request } from 'node:http';

interface Asked {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/**
 * A request with exactly these headers: fetch adds some of its own and refuses others.
 * @param localAddress its source address, one of this machine's own
 */
export function ask(
  url: string,
  method: string,
  headers: Record<string, string> = {},
  body = '',
  localAddress?: string,
): Promise<Asked> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        headers: { ...headers, ...length },
        agent: false,
        ...(localAddress !== undefined && { localAddress }),
      },
      async (answer) => {
        const chunks: Buffer[] = [];
        for await (const chunk of answer) chunks.push(chunk);
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          text: Buffer.concat(chunks).toString(),
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}
