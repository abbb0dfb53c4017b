-- The records of the service as tables of Directus, which needs a primary key of one column in each table.
set search_path = directus;

create table venues as
  select id, name, slug, address, city, country, zip, geo_lat, geo_lng from public.venue;
create table organizers as select id, name, slug, phone, email, website from public.organizer;
create table terms as select id, taxonomy, name, slug, description from public.term;
create table events as
  select e.id, slug, title, description, excerpt, status, published_utc, hide_from_listings, all_day, start_local, end_local,
    start_utc, end_utc, timezone, website, featured, ticketed, l.venue_id as venue
  from public.event e left join public.event_venue l on l.event_id = e.id and l.position = 1;
create table events_organizers as
  select row_number() over () as id, event_id as event, organizer_id as organizer, position from public.event_organizer;
create table events_terms as
  select row_number() over () as id, event_id as event, term_id as term from public.event_term;

alter table venues add primary key (id);
alter table organizers add primary key (id);
alter table terms add primary key (id);
alter table events add primary key (id), add unique (slug), add foreign key (venue) references venues;
alter table events_organizers add primary key (id),
  add foreign key (event) references events, add foreign key (organizer) references organizers;
alter table events_terms add primary key (id),
  add foreign key (event) references events, add foreign key (term) references terms;
create index on events (venue);
create index on events (start_utc, id) include (end_utc, published_utc) where status = 'publish' and not hide_from_listings;
create index on events_organizers (event);
create index on events_organizers (organizer);
create index on events_terms (event);
create index on events_terms (term);

-- What its app stores when a person creates these collections and relations, and gives the public the right to read them.
insert into directus_collections (collection)
  values ('events'), ('venues'), ('organizers'), ('terms'), ('events_organizers'), ('events_terms');
insert into directus_fields (collection, field, special) values ('events', 'organizers', 'm2m'), ('events', 'terms', 'm2m');
insert into directus_relations (many_collection, many_field, one_collection, one_field, junction_field) values
  ('events', 'venue', 'venues', null, null),
  ('events_organizers', 'event', 'events', 'organizers', 'organizer'),
  ('events_organizers', 'organizer', 'organizers', null, 'event'),
  ('events_terms', 'event', 'events', 'terms', 'term'),
  ('events_terms', 'term', 'terms', null, 'event');
insert into directus_permissions (collection, action, fields, policy)
  select collection, 'read', '*', policy from directus_collections, directus_access where role is null and "user" is null;
