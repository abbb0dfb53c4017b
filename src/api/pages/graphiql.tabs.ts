import { nodeIdOf } from '../../lib/node-id.ts';

/** A tab of the editor, as GraphiQL stores it. */
interface Tab {
  query: string;
  variables?: string;
  headers?: string;
}

const LIST = `# What comes next. Ctrl-Enter runs it.
# The book on the left is the reference.
# endCursor, as the variable after, leads
# to the next page.

query Upcoming($after: String) {
  events(first: 5, after: $after) {
    total
    nodes {
      nodeId
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

const VENUE = `# What is on at one place, the first one.
# Any other: venue(slug: "its-slug")

query OnePlace($events: Int) {
  venues(first: 1) {
    nodes {
      name
      address
      city
      events(first: $events) {
        total
        nodes { title startsAt endsAt }
      }
    }
  }
}
`;

const NODE = `# Any record by its nodeId, as every other
# answer has it; one that is not there, or
# that you may not read, is null.

query Again($nodeId: ID!) {
  node(nodeId: $nodeId) {
    __typename
    nodeId
    ... on Content { slug url modifiedAt }
    ... on Event { title startsAt }
    ... on Venue { name city }
  }
}
`;

const CHANGES = `# Is told every change of an event until
# you stop it. Change one, and look here.

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
# Under Headers goes your login, as the
# console says it at the first start.

mutation Create($input: CreateEventInput!) {
  createEvent(input: $input) {
    id
    title
    slug
    startDate
    endDate
    cost
  }
}
`;

const EVENT = {
  title: 'River walk',
  startDate: 'tomorrow 2pm',
  endDate: 'tomorrow 4pm',
  cost: ['Free'],
};

/** The tabs that somebody sees who opens GraphiQL for the first time. */
export const TABS: readonly Tab[] = [
  { query: LIST },
  { query: VENUE, variables: JSON.stringify({ events: 10 }, null, 2) },
  { query: NODE, variables: JSON.stringify({ nodeId: nodeIdOf('Event', 1) }, null, 2) },
  { query: CHANGES },
  {
    query: CREATE,
    variables: JSON.stringify({ input: EVENT }, null, 2),
    headers: JSON.stringify({ Authorization: 'Basic your-login' }, null, 2),
  },
];
