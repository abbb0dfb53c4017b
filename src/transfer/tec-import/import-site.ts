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
  /** The public address of this calendar, if it has one. */
  baseUrl?: string | undefined;
  /** The folder of the file that keeps how far the import has come; without it, none is written. */
  folder?: string | undefined;
  /** Begin with the first page even if an earlier import was interrupted. */
  restart?: boolean | undefined;
  progress?: ((records: number, total: number) => void) | undefined;
  log?: ((line: string) => void) | undefined;
}

/**
 * The host in global ids of this calendar. undefined if the site is another calendar with the same host: its
 * ids must not be taken for ours.
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
    throw new SourceError('has a login in it: give it with --user, and the password in IMPORT_PASSWORD');
  return site;
}

/** How far an earlier import of the site has come; undefined when that is not to be kept. */
async function openCheckpoint(
  context: Context,
  { root }: Api,
  { folder, login, dryRun }: ImportSiteOptions,
): Promise<Checkpoint | undefined> {
  if (folder === undefined || dryRun) return undefined;
  const origin = await runInTransaction(context, ({ em }) => ensureCalendarId(em));
  return new Checkpoint(folder, [origin, login?.user ?? '', root.href]);
}

/** Reads everything from a site. */
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
  if (savedPage > 0) log?.(`Goes on after page ${savedPage} of the events; --restart begins anew.`);
  const source = new SiteSource(fetcher, api, operations.contract.inputs, {
    isLoggedIn: login !== undefined,
    from: savedPage + 1,
  });
  const host = await ownHost(baseUrl, source, api.root);
  const showProgress = (records: number): void => progress?.(records, source.total);
  // A dry run is one transaction, and must not hold its locks while a site answers.
  const records = dryRun ? await readAll(source, showProgress) : source.records();
  const report = await importRecords(context, operations, records, {
    host,
    dryRun,
    progress: showProgress,
    stored: async () => {
      if (source.pages > savedPage) await checkpoint?.save(source.pages);
    },
  });
  await checkpoint?.clear();
  return report;
}

/**
 * Imports everything from the events API of a site.
 * @param address of the site, or of its API
 * @throws SourceError when there is no such API, or it does not answer
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
