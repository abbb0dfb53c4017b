import type { RestRequest } from '../request/rest-request.ts';
import type { RestDeps } from '../requirements.ts';
import { allRoutes, sendPicked } from './documents.ts';

const entry = (site: string) => ({
  namespace: '',
  methods: ['GET'],
  endpoints: [{ methods: ['GET'], args: [] }],
  _links: { self: [{ href: `${site}/wp-json/` }] },
});

/** The response to `OPTIONS` for the root. */
export const rootText = ({ urls }: RestRequest): string => JSON.stringify(entry(urls.site));

/** Sends the root document in the form of WordPress, with the namespaces and their routes. */
export function sendRoot(deps: RestDeps, request: RestRequest): void {
  const { site } = request.urls;
  sendPicked(request, {
    name: 'Calendar events',
    description: 'Events, venues, organizers, categories and tags.',
    url: site,
    home: site,
    timezone_string: deps.settings.timezone,
    namespaces: deps.namespaces,
    // The page that clients open for users without a password.
    authentication: { 'application-passwords': { endpoints: { authorization: `${site}/docs` } } },
    routes: { '/': entry(site), ...allRoutes(deps, request) },
  });
}
