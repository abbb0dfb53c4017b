import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { graphql } from './gql/index.ts';

const { CALENDAR = 'http://localhost:3000' } = process.env;
const client = new ApolloClient({
  link: new HttpLink({ uri: `${CALENDAR}/graphql` }),
  cache: new InMemoryCache({
    // Types that `... on Content` covers.
    possibleTypes: { Content: ['Event', 'Venue', 'Organizer'] },
    // Merges the pages of a list; each filter has a list of its own.
    typePolicies: { Query: { fields: { events: relayStylePagination(['filter']) } } },
  }),
});

const CONCERTS = graphql(`
  query Concerts($filter: EventFilter, $after: String) {
    events(filter: $filter, first: 5, after: $after) {
      edges { node { id title localStart startsAt } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const variables = { filter: { categories: [{ slug: 'music' }] } };
const concerts = client.watchQuery({ query: CONCERTS, variables });
await concerts.refetch();
let data = client.readQuery({ query: CONCERTS, variables });
for (;;) {
  if (!data?.events) throw new Error('no data');
  const { hasNextPage, endCursor } = data.events.pageInfo;
  console.log(`${data.events.edges.length} concerts${hasNextPage ? ', and more' : ''}`);
  if (!hasNextPage) break;
  await concerts.fetchMore({ variables: { after: endCursor } });
  data = client.readQuery({ query: CONCERTS, variables });
}
const last = data.events.edges.at(-1)?.node;
if (!last) throw new Error('no concerts');
const day = new Date(last.startsAt).getTime() > Date.now() ? 'still to come' : 'over';
console.log(`${last.title} at ${last.localStart.slice(11, 16)}, ${day}`);

// Any record by its id, with the common fields of events, venues and organizers.
const AGAIN = graphql(`
  query Again($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Content { slug }
    }
  }
`);
const { data: again } = await client.query({ query: AGAIN, variables: { id: last.id } });
if (again?.node?.__typename === 'Event') console.log(`/event/${again.node.slug}/`);
