import { type Differences, fieldsOf, idOf, listOf, without } from './compare.ts';
import { type Created, linked } from './create.ts';
import { expectedIds, type Singles } from './rest.ts';
import type { Client } from './send.ts';
import type { Fields, World } from './world.ts';

const POST =
  'id globalId globalIdLineage authorId status date dateUtc modified modifiedUtc url description excerpt slug image { id url extension }';
const DATE = '{ year month day hour minutes seconds }';
const TERM = 'id count description name slug taxonomy urls { self collection up }';
const EVENT = `${POST} restUrl title allDay
  startDate startDateDetails ${DATE} endDate endDateDetails ${DATE} utcStartDate utcStartDateDetails ${DATE} utcEndDate utcEndDateDetails ${DATE}
  timezone timezoneAbbr cost costDetails { currencySymbol currencyCode currencyPosition values } website
  showMap showMapLink hideFromListings sticky featured parentId ticketed eventStatus eventStatusReason isVirtual virtualUrl`;

/** Everything that REST shows of an event, in one query. */
const QUERY = `query Walk($page: Int!, $tag: [TermRef!], $from: DateInput, $until: DateInput) {
  events(page: $page, perPage: 50, tags: $tag, startDate: $from, endDate: $until) {
    total totalPages
    events { ${EVENT}
      venue { id }
      venues { ${POST} name address city country province state zip phone website stateprovince geoLat geoLng showMap showMapLink jsonLd }
      organizers { ${POST} name phone website email jsonLd }
      categories { ${TERM} parentId parent { id name } }
      tags { ${TERM} }
      jsonLd
    }
  }
}`;

const camel = (name: string): string =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Keys in the spelling of GraphQL, nested ones too. */
function camelKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [camel(key), camelKeys(one)]));
}

/** The word of an enum as GraphQL names it. */
const nameOf = (word: unknown): string => String(word).toUpperCase();

/** Linked data has keys of its own spelling, and references are called ids. */
function renamed(rest: Fields): Fields {
  const { json_ld, status, event_status, author, post_parent, ...others } = rest;
  return {
    ...fieldsOf(camelKeys(others)),
    ...(status !== undefined && { status: nameOf(status) }),
    ...(event_status !== undefined && { eventStatus: nameOf(event_status) }),
    ...(author !== undefined && { authorId: author === 0 ? null : author }),
    ...(post_parent !== undefined && { parentId: post_parent === 0 ? null : post_parent }),
    ...(json_ld !== undefined && { jsonLd: json_ld }),
  };
}

/** What is absent is null, but in linked data, which is the same everywhere. */
function withoutEmptyTexts(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) return value.map(withoutEmptyTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, key === 'jsonLd' ? one : withoutEmptyTexts(one)]),
  );
}

const EMPTY_VENUE = {
  address: '',
  city: '',
  country: '',
  province: '',
  state: '',
  zip: '',
  phone: '',
  website: '',
  stateprovince: '',
  geoLat: null,
  geoLng: null,
};
const EMPTY_POST = { description: '', excerpt: '', image: null };

function venue(rest: Fields): Fields {
  const { venue: name, ...others } = renamed(rest);
  return { ...EMPTY_POST, ...EMPTY_VENUE, ...others, name };
}

function organizer(rest: Fields): Fields {
  const { organizer: name, ...others } = renamed(rest);
  return { ...EMPTY_POST, phone: '', website: '', email: '', ...others, name };
}

function term(rest: Fields): Fields {
  const { urls, ...others } = without(rest, 'term_group', 'term_taxonomy_id', 'filter', 'parent');
  return { ...others, urls: { up: null, ...fieldsOf(urls) } };
}

/** What GraphQL must answer for an event that REST answers so. */
function expected(rest: Fields, parents: Singles['categories']): Fields {
  const { venue: venues, organizer: organizers, categories, tags, image, cost_details, ...others } = rest;
  const { currency_position, ...details } = fieldsOf(cost_details);
  const [first] = linked(venues);
  const event = {
    ...renamed(others),
    image: image === false ? null : image,
    costDetails: {
      ...fieldsOf(camelKeys(details)),
      currencyPosition: currency_position === '' ? null : nameOf(currency_position),
    },
    venue: first ? { id: first.id } : null,
    venues: linked(venues).map(venue),
    organizers: linked(organizers).map(organizer),
    categories: linked(categories).map((category) => {
      const parent = parents.get(Number(category.parent));
      return {
        ...term(category),
        parentId: category.parent === 0 ? null : category.parent,
        parent: parent ? { id: parent.id, name: parent.name } : null,
      };
    }),
    tags: linked(tags).map(term),
  };
  return fieldsOf(withoutEmptyTexts(event));
}

/** Reads the year page by page with one nested query, and compares it with what REST answered. */
export async function checkGraphql(
  client: Client,
  world: World,
  created: Created,
  singles: Singles,
  differences: Differences,
): Promise<void> {
  const variables = {
    tag: [created.tags.get(world.mark)],
    from: `${world.year - 1}-12-30`,
    until: `${world.year + 1}-01-15`,
  };
  const events: Fields[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = fieldsOf((await client.graphql(QUERY, { ...variables, page })).events);
    pages = Number(answer.totalPages);
    events.push(...listOf(answer.events));
    if (page === pages) differences.same('GraphQL total', answer.total, events.length);
  }
  const wanted = expectedIds(world, created, (event) => event.expected.hide_from_listings !== true);
  differences.same('order of the events in GraphQL', wanted, events.map(idOf));
  for (const event of events)
    differences.same(
      `GraphQL event ${event.id}`,
      expected(singles.events.get(idOf(event)) ?? {}, singles.categories),
      event,
    );
}
