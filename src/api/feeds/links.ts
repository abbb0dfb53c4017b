/** Parameters of presentation, which feeds do not have. */
const PRESENTATION_PARAMETERS = ['page', 'per_page', 'cursor', '_fields', '_envelope', '_method', '_pretty'];

/**
 * Links to the feeds of a list, with its filters, as values of a `Link` header (RFC 8288). Only events have feeds.
 * @param coordinate of the operation, such as `Query.events`
 * @param site address of the service, without a slash at the end
 * @param query `categories=music&page=2`, as in a URL
 */
export function feedLinks(coordinate: string, site: string, query: string): string[] {
  if (coordinate !== 'Query.events') return [];
  const parameters = new URLSearchParams(query);
  for (const name of PRESENTATION_PARAMETERS) parameters.delete(name);
  const filters = parameters.size > 0 ? `?${parameters.toString()}` : '';
  return [
    `<${site}/feeds/events.ics${filters}>; rel="alternate"; type="text/calendar"`,
    `<${site}/feeds/events.rss${filters}>; rel="alternate"; type="application/rss+xml"`,
  ];
}
