import type { Caller } from './access/caller.ts';
import type { AccessServices } from './access/services.ts';
import type { Revision } from './contract/types.ts';
import type { Lanes } from './database/lanes.ts';
import type { Db, Orm, ReadDb } from './database/orm.ts';
import type { SiteCurrency } from './kernel/cost.ts';
import type { Changes } from './memory/changes.ts';
import type { Reads } from './memory/reads.ts';
import type { Publication } from './records/publication.ts';

/** What of the configuration a request can depend on. */
export interface Settings {
  readonly revision: Revision;
  /** IANA name or fixed offset: the clock of the site. */
  readonly timezone: string;
  readonly perPage: number;
  readonly maxPerPage: number;
  /** What plain numbers in a cost are in. */
  readonly currency: SiteCurrency;
}

/** Where the service was asked, so that links in answers lead back the same way. No trailing slashes. */
export interface SiteUrls {
  /** `https://cal.example.net` */
  readonly site: string;
  /** `cal.example.net`: the host without scheme and port, as in global ids. */
  readonly host: string;
  /** `https://cal.example.net/wp-json/calendar/events/v1`: the namespace's root as it was asked for. */
  readonly rest: string;
}

/** What a {@link Context} is made of. */
export interface ContextParts {
  settings: Settings;
  urls: SiteUrls;
  caller: Caller;
  now: Date;
  db: Db;
  /** Where it reads, unless that is `db`; asked for each statement. */
  reading?: { readonly db: ReadDb } | undefined;
  orm: Orm;
  changes?: Changes;
  /** What counts as published; looked up no further unless given. */
  published?: Publication;
  access?: AccessServices;
  /** Notes what is read; its own unless given. */
  reads?: Reads;
  /** Shares of the connections; unlimited waiting unless given. */
  lanes?: Lanes;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
}

/** A request that may come twice and must be carried out once. */
export interface OnceRequest {
  /** The client's; each caller has keys of his own. */
  readonly key: string;
  /** Of all that was asked. */
  readonly fingerprint: string;
}

/** What was answered to it. */
export interface OnceAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** Whether that was earlier. */
  readonly isRepeated: boolean;
}
