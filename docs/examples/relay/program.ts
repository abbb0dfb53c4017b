import {
  Environment,
  fetchQuery,
  getSingularSelector,
  Network,
  type ReaderFragment,
  RecordSource,
  Store,
} from 'relay-runtime';
import EVENT, { type program_event$data } from './__generated__/program_event.graphql';
import EVENTS, { type program_events$data } from './__generated__/program_events.graphql';
import MORE, { type programMoreQuery } from './__generated__/programMoreQuery.graphql';
import VENUE, { type programQuery } from './__generated__/programQuery.graphql';

// The compiler reads these tagged documents. React components pass them to `useLazyLoadQuery` and
// `usePaginationFragment`, which do the same as this program.
const graphql = String.raw;
graphql`
  query programQuery($slug: String!, $first: Int, $last: Int) {
    venue(by: { slug: $slug }) {
      id
      name
      ...program_events @arguments(first: $first, last: $last)
    }
  }
`;
graphql`
  fragment program_events on Venue
  @refetchable(queryName: "programMoreQuery")
  @argumentDefinitions(
    first: { type: "Int" }
    after: { type: "String" }
    last: { type: "Int" }
    before: { type: "String" }
  ) {
    events(first: $first, after: $after, last: $last, before: $before) @connection(key: "program_events") {
      edges { node { ...program_event } }
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }
`;
graphql`
  fragment program_event on Event {
    title
    startsAt
  }
`;

const { CALENDAR = 'http://localhost:3000' } = process.env;
const environment = new Environment({
  network: Network.create(async ({ name, text }, variables) => {
    const response = await fetch(`${CALENDAR}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: text, operationName: name, variables }),
    });
    return response.json();
  }),
  store: new Store(new RecordSource()),
});

/** The data of a fragment, read from the store. */
function read<Data>(fragment: ReaderFragment, record: unknown): Data {
  const selector = getSingularSelector(fragment, record);
  if (!selector) throw new Error(`${fragment.name} is not in the store`);
  return environment.lookup(selector).data as Data;
}

const SIZE = 5;
for (const way of ['forth', 'back']) {
  const size = way === 'forth' ? { first: SIZE } : { last: SIZE };
  const answer = await fetchQuery<programQuery>(environment, VENUE, {
    slug: 'the-lantern-room',
    ...size,
  }).toPromise();
  const venue = answer?.venue;
  if (!venue) throw new Error('no venue');
  for (;;) {
    // The store merges all pages so far into one list.
    const { edges, pageInfo } = read<program_events$data>(EVENTS, venue).events;
    const { hasNextPage, endCursor, hasPreviousPage, startCursor } = pageInfo;
    console.log(`${venue.name}, ${way}: ${edges.length} events`);
    const cursors = way === 'forth' ? { after: endCursor } : { before: startCursor };
    if (!(way === 'forth' ? hasNextPage : hasPreviousPage)) {
      const events = edges.map(({ node }) => read<program_event$data>(EVENT, node));
      console.log(events.map(({ title, startsAt }) => `${title} at ${startsAt.slice(11, 16)}`).join(', '));
      break;
    }
    const variables = { id: venue.id, ...size, ...cursors };
    await fetchQuery<programMoreQuery>(environment, MORE, variables).toPromise();
  }
}
