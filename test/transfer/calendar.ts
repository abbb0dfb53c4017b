import { loadConfig } from '../../src/app/config.ts';
import { schemasOf } from '../../src/app/schemas.ts';
import { importRecords } from '../../src/transfer/import/import-records.ts';
import { commandContext, operationsOf } from '../../src/transfer/import/operations.ts';
import type { Report } from '../../src/transfer/import/report.ts';
import type { SourceEntry } from '../../src/transfer/import/source.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { settled, startTestServer, type TestServer } from '../support/service.ts';

/** The caller of commands. */
export const ADMINISTRATOR = { id: 0, login: null, role: 'administrator' } as const;
/** The fixed time of {@link Calendar}. */
export const NOW = new Date('2031-03-14T12:00:00Z');
const ENV = { TIMEZONE: 'Europe/Berlin', MAX_PER_PAGE: '100', PER_PAGE: '100' };
export const CONFIG = loadConfig({ DATABASE_URL: 'postgresql://x/y', ...ENV });
export const CONTRACT = schemasOf(CONFIG.settings).contract;
const operations = operationsOf(schemasOf(CONFIG.settings));

export interface Shown {
  id: number;
  title: string;
  [key: string]: unknown;
}

/** A calendar in Berlin, the target of imports. */
export class Calendar {
  readonly server: TestServer;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async empty(): Promise<Calendar> {
    return Calendar.over(await createTestDatabase());
  }

  /** A calendar with records. Stopping it drops the database. */
  static async over(database: TestDatabase): Promise<Calendar> {
    return new Calendar(await startTestServer({ env: ENV, clock: () => NOW, database }));
  }

  /**
   * Imports records as the command does, and waits until the service has read them.
   * @param host the calendar's own host, in global ids
   */
  async take(source: AsyncIterable<SourceEntry>, dryRun = false, host?: string): Promise<Report> {
    const context = await commandContext(this.server.orm, CONFIG, NOW);
    const report = await importRecords(context, operations, source, { dryRun, host });
    await settled(this.server);
    return report;
  }

  /** All public events, in order of their start, as REST returns them. */
  async events(query = ''): Promise<Shown[]> {
    const path = `/events?start_date=0001-01-01&end_date=9999-12-31&${query}`;
    const { events } = await (await this.server.request('GET', path)).json();
    return events;
  }

  async make(list: string, body: object): Promise<{ id: number }> {
    const response = await this.server.request('POST', `/${list}`, body);
    if (response.status !== 201) throw new Error(await response.text());
    return response.json();
  }

  async clear(): Promise<void> {
    await this.server.orm.em
      .fork()
      .execute(
        'delete from event; delete from series; delete from venue; delete from organizer; delete from term; delete from image',
      );
    await settled(this.server);
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await this.server.database.drop();
  }
}

/** A text in pieces, as read from a file. */
export async function* inPieces(text: string, size = 37): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
