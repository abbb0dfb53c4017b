const TERM = `json_build_object('id', t.id, 'name', t.name, 'slug', t.slug, 'description', t.description, 'taxonomy', t.taxonomy, 'parent', t.parent_id, 'count', t.event_count)`;

const terms = (taxonomy: string): string => `coalesce((
    select json_agg(${TERM} order by t.name_key) from event_term l join term t on t.id = l.term_id
    where l.event_id = e.id and t.taxonomy = '${taxonomy}'), '[]')`;

const POST = (alias: string): string =>
  ['id', 'author_id', 'status', 'published_utc', 'modified_utc', 'slug', 'description', 'excerpt', 'website']
    .map((column) => `'${column}', ${alias}.${column}`)
    .join(', ');

/** An event `e` with its venue, organizers and terms, as JSON. */
const EVENT = `json_build_object(${POST('e')}, 'title', e.title, 'all_day', e.all_day, 'start_date', e.start_local, 'end_date', e.end_local,
    'utc_start_date', e.start_utc, 'utc_end_date', e.end_utc, 'timezone', e.timezone, 'cost', e.cost, 'show_map', e.show_map,
    'show_map_link', e.show_map_link, 'hide_from_listings', e.hide_from_listings, 'sticky', e.sticky, 'featured', e.featured,
    'post_parent', e.post_parent, 'ticketed', e.ticketed,
    'categories', ${terms('tribe_events_cat')}, 'tags', ${terms('post_tag')},
    'venue', (
      select json_build_object(${POST('v')}, 'venue', v.name, 'address', v.address, 'city', v.city, 'country', v.country, 'province', v.province,
        'state', v.state, 'zip', v.zip, 'phone', v.phone, 'geo_lat', v.geo_lat, 'geo_lng', v.geo_lng)
      from event_venue l join venue v on v.id = l.venue_id where l.event_id = e.id order by l.position limit 1),
    'organizer', coalesce((
      select json_agg(json_build_object(${POST('o')}, 'organizer', o.name, 'phone', o.phone, 'email', o.email) order by l.position)
      from event_organizer l join organizer o on o.id = l.organizer_id where l.event_id = e.id), '[]'))`;

/** Times are parameters ({@link windowAt}), because `now()` would be evaluated for each row. */
const SHOWN = `status = 'publish' and published_utc <= $2 and not hide_from_listings and start_utc >= $3 and end_utc < $4`;

/** The first page of the default window and the total of its events. $1 is the page size, $2 to $4 are the window. */
export const LIST = `
  select json_build_object(
    'events', (select coalesce(json_agg(${EVENT} order by e.start_utc, e.id), '[]')
      from (select * from event where ${SHOWN} order by start_utc, id limit $1) e),
    'total', (select count(*) from event where ${SHOWN}))::text as body`;

/** One event by its slug, if it is published at $2. */
export const ONE = `select ${EVENT}::text as body from event e where e.slug = $1 and e.status = 'publish' and e.published_utc <= $2`;
