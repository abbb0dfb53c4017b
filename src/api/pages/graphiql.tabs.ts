import { nodeIdOf } from '../../lib/node-id.ts';

/** A tab of the editor, as GraphiQL stores it. */
interface Tab {
  query: string;
  variables?: string;
  headers?: string;
}

const LIST = `# The next events; Ctrl-Enter runs it.
# The book on the left is the reference.
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

const VENUE = `# One place and its events. \`by\` takes
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

const NODE = `# Any record by its global ID; null if
# it does not exist or you may not read it.

query Again($id: ID!) {
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
# those published last first.

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

const CHANGES = `# Shows each change of an event until you
# stop it. Change an event to see it here.

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

const CREATE = `# A new event; its fields are variables.
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

const shown = (variables: object): string => JSON.stringify(variables, null, 2);

/** The tabs of GraphiQL at the first visit. They ask for records of the demo calendar. */
export const TABS: readonly Tab[] = [
  { query: LIST, variables: shown({ filter: { startsFrom: 'today', series: 'FIRST' } }) },
  { query: VENUE, variables: shown({ by: { slug: 'juniper-hall' } }) },
  { query: NODE, variables: shown({ id: nodeIdOf('Venue', 1) }) },
  { query: NEAR, variables: shown({ near: { latitude: 44.9288, longitude: -124.0191, radiusKm: 2 } }) },
  { query: CHANGES },
  {
    query: CREATE,
    variables: shown({ input: EVENT }),
    headers: shown({ Authorization: 'Basic your-login' }),
  },
];
