import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import { graphql } from './gql/index.ts';

const { CALENDAR = 'http://localhost:3000' } = process.env;
const client = new ApolloClient({
  link: new HttpLink({ uri: `${CALENDAR}/graphql` }),
  cache: new InMemoryCache({
    dataIdFromObject: ({ nodeId }) => (typeof nodeId === 'string' ? nodeId : undefined),
    // What `... on Content` is about.
    possibleTypes: { Content: ['Event', 'Venue', 'Organizer'] },
    // Pages of one list become one list, which is another for each category.
    typePolicies: { Query: { fields: { events: relayStylePagination(['categories']) } } },
  }),
});

const CONCERTS = graphql(`
  query Concerts($after: String) {
    events(categories: ["music"], first: 5, after: $after) {
      edges { node { nodeId title startDate startsAt } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const concerts = client.watchQuery({ query: CONCERTS });
await concerts.refetch();
let data = client.readQuery({ query: CONCERTS });
for (;;) {
  if (!data) throw new Error('no data');
  const { hasNextPage, endCursor } = data.events.pageInfo;
  console.log(`${data.events.edges.length} concerts${hasNextPage ? ', and more' : ''}`);
  if (!hasNextPage) break;
  await concerts.fetchMore({ variables: { after: endCursor } });
  data = client.readQuery({ query: CONCERTS });
}
const last = data.events.edges.at(-1)?.node;
if (!last) throw new Error('no concerts');
const day = new Date(last.startsAt).getTime() > Date.now() ? 'still to come' : 'over';
console.log(`${last.title} at ${last.startDate.slice(11, 16)}, ${day}`);

// Any record by its nodeId, with what events, venues and organizers have in common.
const AGAIN = graphql(`
  query Again($nodeId: ID!) {
    node(nodeId: $nodeId) {
      __typename
      nodeId
      ... on Content { slug }
    }
  }
`);
const { data: again } = await client.query({ query: AGAIN, variables: { nodeId: last.nodeId } });
if (again?.node?.__typename === 'Event') console.log(`/event/${again.node.slug}/`);
