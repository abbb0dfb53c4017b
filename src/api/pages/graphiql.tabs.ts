/** A tab of the editor, as GraphiQL stores it. */
interface Tab {
  query: string;
  variables?: string;
  headers?: string;
}

const LIST = `# What comes next. Ctrl-Enter runs it.
# The book on the left is the reference.

query Upcoming {
  events(perPage: 5) {
    total
    events {
      title
      startDate
      endDate
      timezone
      cost
      venue { name city }
      organizers { name }
      categories { name }
    }
  }
}
`;

const VENUE = `# What is on at one place, the first one.
# Any other: venue(slug: "its-slug")

query OnePlace($events: Int) {
  venues(perPage: 1) {
    venues {
      name
      address
      city
      events(perPage: $events) {
        total
        events { title startDate endDate }
      }
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
  {
    query: CREATE,
    variables: JSON.stringify({ input: EVENT }, null, 2),
    headers: JSON.stringify({ Authorization: 'Basic your-login' }, null, 2),
  },
];
