import type { SiteCurrency } from '../../lib/currency.ts';
import type { Revision } from '../../lib/revision.ts';

/** The part of the configuration that requests can depend on. */
export interface Settings {
  readonly revision: Revision;
  /** IANA name or fixed offset: the clock of the site. */
  readonly timezone: string;
  /** BCP 47, in its canonical form: the language of the site, which slugs are spelt in. */
  readonly locale: string;
  readonly perPage: number;
  readonly maxPerPage: number;
  /** The currency of plain numbers in a cost. */
  readonly currency: SiteCurrency;
  /** Whether webhooks may lead to private addresses, and to http. */
  readonly webhookPrivate: boolean;
}

/**
 * The addresses under which the service was addressed, so that links in answers lead back in the same way. No
 * trailing slashes.
 */
export interface SiteUrls {
  /** `https://cal.example.net` */
  readonly site: string;
  /** `cal.example.net`: the host without scheme and port, as in global ids. */
  readonly host: string;
  /** `https://cal.example.net/wp-json/calendar/events/v1`: the root of the namespace, as in the request. */
  readonly rest: string;
}

/** A request that may be sent twice and must be carried out once. */
export interface OnceRequest {
  /** The key of the client; each caller has keys of their own. */
  readonly key: string;
  /** A hash of the whole request. */
  readonly fingerprint: string;
  /** Whether the answer may show records besides what is stored and what that is linked to. */
  readonly showsOthers?: boolean;
}

export interface OnceAnswer {
  readonly status: number;
  readonly location: string | null;
  readonly text: string;
  /** Whether it was given before. */
  readonly isRepeated: boolean;
}
