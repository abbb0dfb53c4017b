import type { OperationDeps } from '../../api/feeds/events.ts';
import type { Context } from '../../domain/context/context.ts';
import { runInTransaction } from '../../domain/transactions/run-in-transaction.ts';
import { ensureCalendarId } from '../import/calendar-id.ts';
import { importRecords, type RunOptions } from '../import/import-records.ts';
import { type Report, SourceError } from '../import/report.ts';
import type { SourceEntry } from '../import/source.ts';
import { Checkpoint } from './checkpoint.ts';
import { type Api, discoverApi } from './discover.ts';
import { Fetcher, type FetchOptions } from './fetcher.ts';
import { SiteSource } from './site-source.ts';

export interface ImportSiteOptions extends FetchOptions, Pick<RunOptions, 'dryRun'> {
  baseUrl?: string | undefined;
  /** The folder for the checkpoint; none is written without a folder. */
  folder?: string | undefined;
  /** Starts with the first page even if an earlier import was interrupted. */
  restart?: boolean | undefined;
  progress?: ((records: number, total: number) => void) | undefined;
  log?: ((line: string) => void) | undefined;
}

/**
 * The host in this calendar's global ids. undefined if the site is another calendar with the same host, whose ids must
 * not be confused with this calendar's.
 */
async function ownHost(
  baseUrl: string | undefined,
  source: SiteSource,
  root: URL,
): Promise<string | undefined> {
  if (baseUrl === undefined) return undefined;
  const { origin, hostname } = new URL(baseUrl);
  const isOtherCalendar = root.origin !== origin && [root.hostname, await source.host()].includes(hostname);
  return isOtherCalendar ? undefined : hostname;
}

function siteAt(address: string): URL {
  if (!URL.canParse(address)) throw new SourceError('is not an address');
  const site = new URL(address);
  if (site.username !== '' || site.password !== '')
    throw new SourceError('contains a login: use --user, and set IMPORT_PASSWORD to the password');
  return site;
}

/** The checkpoint of the site; undefined for a dry run and without a folder. */
async function openCheckpoint(
  context: Context,
  { root }: Api,
  { folder, login, dryRun }: ImportSiteOptions,
): Promise<Checkpoint | undefined> {
  if (folder === undefined || dryRun) return undefined;
  const origin = await runInTransaction(context, ({ em }) => ensureCalendarId(em));
  return new Checkpoint(folder, [origin, login?.user ?? '', root.href]);
}

async function readAll(source: SiteSource, read: (records: number) => void): Promise<SourceEntry[]> {
  const records: SourceEntry[] = [];
  for await (const record of source.records()) {
    records.push(record);
    read(records.length);
  }
  return records;
}

async function importFromApi(
  fetcher: Fetcher,
  context: Context,
  operations: OperationDeps,
  address: string,
  options: ImportSiteOptions,
): Promise<Report> {
  const { baseUrl, restart = false, dryRun, progress, log, login } = options;
  const api = await discoverApi(fetcher, siteAt(address));
  fetcher.logInAt(api.root);
  const checkpoint = await openCheckpoint(context, api, options);
  const savedPage = restart ? 0 : ((await checkpoint?.page()) ?? 0);
  if (savedPage > 0) log?.(`Continues after page ${savedPage} of the events. Use --restart to start over.`);
  const source = new SiteSource(fetcher, api, operations.contract.inputs, {
    isLoggedIn: login !== undefined,
    from: savedPage + 1,
  });
  const host = await ownHost(baseUrl, source, api.root);
  const showProgress = (records: number): void => progress?.(records, source.total);
  // A dry run is one transaction, which must not hold locks during requests to a site.
  const records = dryRun ? await readAll(source, showProgress) : source.records();
  const report = await importRecords(context, operations, records, {
    host,
    dryRun,
    progress: showProgress,
    onCommit: async () => {
      if (source.lastPage > savedPage) await checkpoint?.save(source.lastPage);
    },
  });
  await checkpoint?.clear();
  return report;
}

/**
 * Imports everything from the events API of a site.
 * @param address of the site or its API
 * @throws SourceError without such an API, or if it does not respond
 */
export async function importSite(
  context: Context,
  operations: OperationDeps,
  address: string,
  options: ImportSiteOptions,
): Promise<Report> {
  const fetcher = new Fetcher(options);
  try {
    return await importFromApi(fetcher, context, operations, address, options);
  } finally {
    fetcher.close();
  }
}
