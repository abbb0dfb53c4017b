import { errorCode } from '../../lib/object.ts';
import { ImportError } from './report.ts';

/**
 * Decodes a stream of bytes.
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
        `is not text in ${encoding}; set its encoding with --encoding, such as windows-1252`,
      );
    throw error;
  }
}

/**
 * Splits a text stream into lines, without LF or CRLF.
 * @param maxLength in characters; longer lines are cut somewhere after this length
 */
export async function* splitLines(
  text: AsyncIterable<string>,
  maxLength = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  /** The pieces of an incomplete line. */
  let pieces: string[] = [];
  let length = 0;
  for await (const chunk of text) {
    const [end = '', ...nextLines] = chunk.split('\n');
    if (length <= maxLength) pieces.push(end);
    length += end.length;
    for (const next of nextLines) {
      yield pieces.join('').replace(/\r$/, '');
      pieces = [next];
      length = next.length;
    }
  }
  const last = pieces.join('');
  if (last !== '') yield last;
}
