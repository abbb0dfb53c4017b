import type { Random } from '../random.ts';
import type { Document } from './document.ts';
import { type FuzzRequest, generate, Known } from './generate.ts';

interface FuzzResult {
  /** Number of responses by status. */
  statuses: Map<number, number>;
  /** Requests with an unexpected response, and the response. */
  complaints: string[];
}

const AT_ONCE = 6;

/** The problem of a response: a 5xx status, or an error without the documented error body. */
function complaint({ method, path }: FuzzRequest, status: number, text: string): string | undefined {
  if (status >= 500) return text;
  if (status < 400 || method === 'HEAD' || path.includes('_envelope')) return undefined;
  try {
    const { code, data } = JSON.parse(text);
    return typeof code === 'string' && data.status === status ? undefined : `not our error body: ${text}`;
  } catch {
    return `not JSON: ${text}`;
  }
}

/** Sends a number of random requests to a service whose namespace is at `rest`. */
export async function fuzz(
  rest: string,
  login: { authorization: string },
  count: number,
  random: Random,
): Promise<FuzzResult> {
  const document = (await (await fetch(`${rest}/doc`)).json()) as Document;
  const records = new Known();
  const requests = generate(document, records, random);
  const result: FuzzResult = { statuses: new Map(), complaints: [] };
  let left = count;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const request = requests.next().value;
      const { method, path, headers, body, loggedIn } = request;
      const response = await fetch(rest + path, {
        method,
        headers: { ...headers, ...(loggedIn && login) },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const wrong = complaint(request, response.status, text);
      if (response.status === 201 && !path.includes('_')) records.add(path, text);
      result.statuses.set(response.status, (result.statuses.get(response.status) ?? 0) + 1);
      if (wrong !== undefined)
        result.complaints.push(
          `${response.status} ${method} ${path}\n  ${JSON.stringify(headers)} ${body ?? ''}\n  ${wrong}`.slice(
            0,
            2000,
          ),
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}
