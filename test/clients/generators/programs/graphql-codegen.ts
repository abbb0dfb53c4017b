import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { graphql } from '../generated/graphql-codegen/gql.ts';

const { GRAPHQL = '', AUTHORIZATION = '' } = process.env;

async function run<R, V>(document: TypedDocumentNode<R, V>, variables: V): Promise<R> {
  const response = await fetch(GRAPHQL, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: AUTHORIZATION },
    body: JSON.stringify({ query: print(document), variables }),
  });
  const { data, errors } = (await response.json()) as { data?: R; errors?: { message: string }[] };
  if (errors || !data) throw new Error(errors?.map(({ message }) => message).join() ?? 'nothing');
  return data;
}

const CREATE = graphql(`
  mutation Create($input: CreateEventInput!) {
    createEvent(input: $input) {
      event { id title startsAt venue { name } }
    }
  }
`);
const FIND = graphql(`
  query Find($filter: EventFilter) {
    events(filter: $filter) {
      pageInfo { hasNextPage }
      nodes { title categories { name } }
    }
  }
`);

const { createEvent } = await run(CREATE, {
  input: {
    title: 'Typed by graphql-codegen',
    start: 'tomorrow 2pm',
    end: 'tomorrow 4pm',
    venues: [{ create: { name: 'Q' } }],
    organizers: [{ create: { name: 'Z' } }],
    categories: [{ slug: 'music' }],
  },
});
const made = createEvent?.event;
if (!made) throw new Error('not created');
const start: string = made.startsAt;
if (Number.isNaN(Date.parse(start))) throw new Error(`${start} is no instant`);
const { events } = await run(FIND, { filter: { include: [{ id: made.id }] } });
if (!events) throw new Error('no list');
console.log('graphql-codegen', made.id, events.nodes.map(({ title }) => title).join(), made.venue?.name);
