import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway';
import { composeServices } from '@theguild/federation-composition';
import { graphql, parse } from 'graphql';
import { REVIEWS, reviews } from './reviews.mjs';

/*
 * A gateway in front of the service and of a subgraph beside it: `node gateway.mjs <address of /graphql>`. Prints its
 * own address once it listens. What callers send as Authorization reaches the service.
 */

/** Listens on a free port. @returns the address of /graphql there */
async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}/graphql`;
}

/** What a subgraph says of itself. */
async function sdlOf(url) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ _service { sdl } }' }),
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data._service.sdl;
}

const beside = await listen(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const { query, variables } = JSON.parse(Buffer.concat(chunks).toString());
  const answer = await graphql({ schema: reviews, source: query, variableValues: variables });
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
});

const [, , calendar] = process.argv;
const { errors, supergraphSdl } = composeServices([
  { name: 'calendar', typeDefs: parse(await sdlOf(calendar)), url: calendar },
  { name: 'reviews', typeDefs: parse(REVIEWS), url: beside },
]);
if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));

const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  logging: false,
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => {
      const authorization = request.headers.get('authorization');
      return authorization ? { authorization } : {};
    },
  },
});
console.log(await listen(gateway));
