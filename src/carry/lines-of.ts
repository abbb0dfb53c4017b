import { Refused } from './report.ts';

/** Text of bytes as they come. @param encoding a label of WHATWG, such as `utf-8` @throws Refused */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding = 'utf-8'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const some of bytes) yield decoder.decode(some, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new Refused(`is no text in ${encoding}; name its encoding by --encoding, such as windows-1252`);
    throw error;
  }
}

/** Lines of a text as it comes, without what ends them, which is LF or CRLF. */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const some of text) {
    const lines = (rest + some).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}
