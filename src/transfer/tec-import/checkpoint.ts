import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { property } from '../../lib/object.ts';

/** Older checkpoints are ignored, because the site has probably changed. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** Saves the progress of a site import in a file, so that it can continue after an interruption. */
export class Checkpoint {
  readonly #path: string;
  readonly #folder: string;

  /** @param key identifies the import: this calendar, the login, the site */
  constructor(folder: string, key: readonly string[]) {
    this.#folder = folder;
    const name = createHash('sha256').update(key.join(' ')).digest('hex').slice(0, 16);
    this.#path = join(folder, `import-${name}.json`);
  }

  /** The last stored page of events; 0 without one. */
  async page(): Promise<number> {
    try {
      const { mtimeMs } = await stat(this.#path);
      if (Date.now() - mtimeMs > MAX_AGE_MS) return 0;
      const page = property(JSON.parse(await readFile(this.#path, 'utf8')), 'page');
      return typeof page === 'number' && Number.isInteger(page) && page > 0 ? page : 0;
    } catch {
      return 0;
    }
  }

  async save(page: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await writeFile(this.#path, JSON.stringify({ page }));
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
