import { encodeGlobalId } from '../../lib/global-id.ts';

/** A tab of the editor, as GraphiQL stores it. */
interface Tab {
  query: string;
  variables?: string;
  headers?: string;
}

const LIST = `# Upcoming events. Press Ctrl-Enter to run.
# The book on the left opens the docs.
# For the next page, send endCursor as
# the variable after.

query Upcoming($filter: EventFilter, $after: String) {
  events(filter: $filter, first: 5, after: $after) {
    totalCount
    nodes {
      id
      title
      startsAt
      endsAt
      timezone
      cost
      venue { name city }
      organizers { name }
      categories { name }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;

const VENUE = `# One venue and its events. \`by\` accepts
# a slug, a name, an id or a databaseId.

query OnePlace($by: VenueBy!) {
  venue(by: $by) {
    name
    address
    city
    events(filter: { hasEnded: false }, first: 5) {
      totalCount
      nodes { title startsAt endsAt }
    }
  }
}
`;

const NODE = `# Fetch any record by the \`id\` that other
# queries return. The result is null if it
# does not exist, or you may not read it.

query AnyRecord($id: ID!) {
  node(id: $id) {
    __typename
    id
    ... on Content { slug url modifiedAt }
    ... on Event { title startsAt }
    ... on Venue { name city }
  }
}
`;

const NEAR = `# Events within 2 kilometers of a place,
# last published first.

query Nearby($near: NearInput!) {
  events(
    filter: { near: $near }
    orderBy: { field: PUBLISHED_AT, direction: DESC }
    first: 5
  ) {
    nodes {
      title
      publishedAt
      venue { name latitude longitude }
    }
  }
}
`;

const CHANGES = `# Streams every event change until you
# press stop. Edit an event to see one.

subscription Changes {
  recordChanged(kinds: [EVENT]) {
    type
    recordId
    record {
      ... on Event { title startsAt status }
    }
  }
}
`;

const CREATE = `# Creates an event from the variables.
# Put your login under Headers: the console
# shows it at the first start.

mutation Create($input: CreateEventInput!) {
  createEvent(input: $input) {
    event {
      id
      title
      slug
      startsAt
      endsAt
      cost
    }
  }
}
`;

const EVENT = {
  title: 'River walk',
  start: 'tomorrow 2pm',
  end: 'tomorrow 4pm',
  cost: ['Free'],
};

const formatted = (variables: object): string => JSON.stringify(variables, null, 2);

/** The tabs of GraphiQL on the first visit. They query records of the demo calendar. */
export const TABS: readonly Tab[] = [
  { query: LIST, variables: formatted({ filter: { startsFrom: 'today', series: 'FIRST' } }) },
  { query: VENUE, variables: formatted({ by: { slug: 'juniper-hall' } }) },
  { query: NODE, variables: formatted({ id: encodeGlobalId('Venue', 1) }) },
  { query: NEAR, variables: formatted({ near: { latitude: 0.0288, longitude: 0.0191, radiusKm: 2 } }) },
  { query: CHANGES },
  {
    query: CREATE,
    variables: formatted({ input: EVENT }),
    headers: formatted({ Authorization: 'Basic your-login' }),
  },
];
