import type { SiteCurrency } from '../../lib/currency.ts';
import type { Revision } from '../../lib/revision.ts';

/** The part of the configuration that requests can depend on. */
export interface Settings {
  readonly revision: Revision;
  /** The time zone of the site: IANA name or fixed offset. */
  readonly timezone: string;
  /** The language of the site, canonical BCP 47; slugs are spelt in it. */
  readonly locale: string;
  readonly perPage: number;
  readonly maxPerPage: number;
  /** The currency of plain numbers in a cost. */
  readonly currency: SiteCurrency;
  /** Whether webhooks may use private addresses and http. */
  readonly webhookPrivate: boolean;
}

/** The URLs used by the client, so that links in responses use them too. No trailing slashes. */
export interface SiteUrls {
  /** `https://cal.example.net` */
  readonly site: string;
  /** `cal.example.net`: the host without scheme and port, as in global ids. */
  readonly host: string;
  /** `https://cal.example.net/wp-json/calendar/events/v1`: the root of the REST namespace, as in the request. */
  readonly rest: string;
}

/** A request that may be sent twice but must run once. */
export interface IdempotentRequest {
  /** The client's key, unique for each caller. */
  readonly key: string;
  readonly fingerprint: string;
  /** Whether the response may show records other than the stored ones and those linked to them. */
  readonly showsOtherRecords?: boolean;
}

export interface IdempotentResponse {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** Whether this is the stored response to an earlier request. */
  readonly isRepeated: boolean;
}
