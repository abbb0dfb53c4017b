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

/**
 * Lines of a text as it comes, without what ends them, which is LF or CRLF.
 * @param longest of a longer line only so many characters are kept, and some more
 */
export async function* linesOf(
  text: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  /** Of the line that has begun. */
  let pieces: string[] = [];
  let length = 0;
  for await (const some of text) {
    const [end = '', ...begun] = some.split('\n');
    if (length <= longest) pieces.push(end);
    length += end.length;
    for (const next of begun) {
      yield pieces.join('').replace(/\r$/, '');
      pieces = [next];
      length = next.length;
    }
  }
  const last = pieces.join('');
  if (last !== '') yield last;
}
