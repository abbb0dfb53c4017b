import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Request, Response } from 'express';
import { chooseEncoding, type Encoding, entityTag, matchesTag } from '../http/etag.ts';
import { sendFile } from '../http/file.ts';
import { uncached } from '../http/response-cache.ts';

const runProgram = promisify(execFile);
const PROGRAM = fileURLToPath(new URL('prepare.ts', import.meta.url));
/** Next to the compiled modules. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/pages', import.meta.url));
const TIMEOUT_MS = 60_000;
const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };

const NAMES = ['graphiql.js', 'graphiql.css', 'reference.js'] as const;
/** Names of the files that pages load, as prepare.ts writes them. */
type PageFile = (typeof NAMES)[number];

/** The sources of the files, which determine their version; a package counts by its own version. */
const SOURCES = [
  '../../../node_modules/@graphql-yoga/render-graphiql/package.json',
  'prepare.ts',
  'graphiql.render.ts',
  'graphiql.tabs.ts',
  'icon.ts',
  'scalar/standalone.js.br',
];

async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const path of SOURCES) hash.update(await readFile(new URL(path, import.meta.url)));
  return hash.digest('hex').slice(0, 12);
}

const exists = (folder: string, name: string = NAMES[0]): Promise<boolean> =>
  access(join(folder, name), constants.R_OK).then(
    () => true,
    () => false,
  );

/**
 * A new folder next to the final one, or, if that is not writable, a temporary one that is removed with the
 * process.
 */
async function draftFolder(cache: string, version: string): Promise<{ draft: string; isTemporary: boolean }> {
  try {
    await mkdir(cache, { recursive: true });
    const draft = await mkdtemp(join(cache, `${version}-`));
    return { draft, isTemporary: false };
  } catch {
    const draft = await mkdtemp(join(tmpdir(), 'calendar-pages-'));
    process.once('exit', () => rmSync(draft, { recursive: true, force: true }));
    return { draft, isTemporary: true };
  }
}

/** The folder of the files, created if missing. Several processes may do this at once; the first folder stays. */
async function createFolder(cache: string, version: string): Promise<string> {
  const cached = join(cache, version);
  if (await exists(cached)) return cached;
  const { draft, isTemporary } = await draftFolder(cache, version);
  try {
    await runProgram(process.execPath, [PROGRAM, draft], { timeout: TIMEOUT_MS, env: {} });
    if (isTemporary) return draft;
    // The service may run under another user next time.
    await chmod(draft, 0o755);
    await rename(draft, cached);
    return cached;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (await exists(cached)) return cached;
    throw error;
  }
}

/**
 * The large files that pages load. A separate process creates and compresses them once; they are sent from disk,
 * and never stay in memory.
 */
export class PageFiles {
  /** Changes with the content of the files, so that addresses with it may be cached forever. */
  readonly version: string;
  readonly #cache: string;
  #folder: Promise<string> | undefined;

  private constructor(cache: string, version: string) {
    this.#cache = cache;
    this.version = version;
  }

  /** @param cache the parent of the folder with the files */
  static async open(cache: string = CACHE): Promise<PageFiles> {
    return new PageFiles(cache, await fingerprint());
  }

  /** Creates the files if they are missing, which takes a second. */
  prepare(): Promise<string> {
    this.#folder ??= createFolder(this.#cache, this.version).catch((error: unknown) => {
      this.#folder = undefined;
      throw error;
    });
    return this.#folder;
  }

  /** Sends a file in the client's preferred encoding, or 304. */
  async send(req: Request, res: Response, name: PageFile): Promise<void> {
    const encoding = chooseEncoding(req.get('accept-encoding'));
    const file = `${name}${SUFFIX[encoding]}`;
    res.vary('Accept-Encoding').setHeader('ETag', entityTag(this.version, encoding));
    if (matchesTag(req.get('if-none-match') ?? '', this.version, false))
      return void uncached(res).status(304).end();
    let folder = await this.prepare();
    // The system may have removed the temporary folder.
    if (!(await exists(folder, file))) {
      this.#folder = undefined;
      folder = await this.prepare();
    }
    res.type(name);
    await sendFile(
      res,
      join(folder, file),
      new Map(encoding === 'identity' ? [] : [['Content-Encoding', encoding]]),
    );
  }
}
