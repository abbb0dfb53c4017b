import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib';
import { renderGraphiqlFiles } from './graphiql.render.ts';

/*
 * A program: `node prepare.ts FOLDER` writes the files that pages load into a folder, each uncompressed, with
 * brotli and with gzip. A separate process, because a server would never release the memory of rendering and
 * compressing.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('prepare.ts needs the folder to write to');

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
/** A higher quality takes five times as long and saves 3 %. */
const QUALITY = 6;

async function writeCompressed(name: string, content: Buffer): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const path = join(folder ?? '', name);
  await Promise.all([
    writeFile(path, content),
    brotli(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    gzipped(content).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

const { script, style } = renderGraphiqlFiles();
/** Scalar's API reference as published; scalar/package-lock.json has its version. */
const reference = brotliDecompressSync(await readFile(new URL('scalar/standalone.js.br', import.meta.url)));
await Promise.all([
  writeCompressed('graphiql.js', Buffer.from(script)),
  writeCompressed('graphiql.css', Buffer.from(style)),
  writeCompressed('reference.js', reference),
]);
