import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

/**
 * Decodes a stream of bytes.
 * @param encoding a WHATWG label, such as `utf-8`
 * @throws ImportError for invalid bytes
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  encoding = 'utf-8',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new ImportError(
        `is not text in ${encoding}; name its encoding by --encoding, such as windows-1252`,
      );
    throw error;
  }
}

/**
 * The lines of a stream of text, without LF or CRLF.
 * @param longest longer lines, in characters, are cut off somewhere behind this length
 */
export async function* splitLines(
  text: AsyncIterable<string>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  /** The beginning of a line whose end has not come yet. */
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    const [end = '', ...begun] = chunk.split('\n');
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
