import { type Request, type RequestHandler, Router } from 'express';
import type { SiteUrls } from '../../domain/context/context.ts';
import type { Send } from '../http/send.ts';

const CATALOG = '/.well-known/api-catalog';
const SECURITY = '/.well-known/security.txt';
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
const DAY_MS = 86_400_000;
/** Validity of security.txt in days: less than a year (RFC 9116, 2.5.5). */
const VALID_DAYS = 180;

/** A link of a linkset (RFC 9264, 4.2.3). */
interface Target {
  readonly href: string;
  readonly type?: string;
}

/** The APIs with their descriptions, and the feeds, as a linkset (RFC 9727). */
function catalog({ site, rest }: SiteUrls): Record<'linkset', readonly Record<string, unknown>[]> {
  const graphql = `${site}/graphql`;
  const feeds: Target[] = [
    { href: `${site}/feeds/events.ics`, type: 'text/calendar' },
    { href: `${site}/feeds/events.rss`, type: 'application/rss+xml' },
    { href: `${site}/feeds/changes`, type: 'application/json' },
  ];
  const status: Target[] = [{ href: `${site}/readyz`, type: 'application/json' }];
  return {
    linkset: [
      { anchor: `${site}${CATALOG}`, item: [{ href: `${rest}/` }, { href: graphql }, ...feeds] },
      {
        anchor: `${rest}/`,
        'service-desc': [{ href: `${rest}/doc`, type: 'application/json' }],
        'service-doc': [{ href: `${site}/docs`, type: 'text/html' }],
        status,
      },
      {
        anchor: graphql,
        'service-desc': [{ href: `${site}/schema.graphql`, type: 'text/plain' }],
        status,
      },
    ],
  };
}

/** security.txt: the security contacts. Expires at midnight (UTC), so that the text changes once a day. */
function securityText(site: string, contacts: readonly string[], now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Canonical: ${site}${SECURITY}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

interface WellKnownOptions {
  urls(req: Request): SiteUrls;
  send: Send;
  cors: RequestHandler;
  /** URIs of the security contacts of the site; without any there is no security.txt. */
  contacts: readonly string[];
  clock: () => Date;
}

/** `/.well-known/`: the API catalog (RFC 9727) and security.txt (RFC 9116). */
export function wellKnownRouter({ urls, send, cors, contacts, clock }: WellKnownOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get(CATALOG, cors, (req, res) => {
    const at = urls(req);
    res.set({ Link: `<${at.site}${CATALOG}>; rel="api-catalog"`, 'Content-Type': CATALOG_TYPE });
    send(res, JSON.stringify(catalog(at)));
  });
  if (contacts.length > 0)
    router.get(SECURITY, (req, res) =>
      send(res.type('text/plain'), securityText(urls(req).site, contacts, clock())),
    );
  return router;
}
