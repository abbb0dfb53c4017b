import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { graphql } from './gql/index.ts';

const { CALENDAR = 'http://localhost:3000' } = process.env;
const client = new Client({
  url: `${CALENDAR}/graphql`,
  preferGetMethod: true,
  exchanges: [
    // Merges the pages of a list.
    cacheExchange({ resolvers: { Venue: { events: relayPagination() } } }),
    fetchExchange,
  ],
});

// A venue with its events, page by page.
const VENUE = graphql(`
  query Venue($slug: String!, $after: String) {
    venue(by: { slug: $slug }) {
      id
      name
      city
      events(first: 4, after: $after) {
        nodes { id title startsAt organizers { id name } categories { id parent { id name } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

/** Prints the events so far, and loads the next page. */
async function show(after: string | null): Promise<void> {
  const { data, error } = await client.query(VENUE, { slug: 'the-lantern-room', after });
  if (!data?.venue) throw error ?? new Error('no data');
  const { name, city, events } = data.venue;
  console.log(`${name}, ${city}: ${events.nodes.length} events so far`);
  const last = events.nodes.at(-1);
  if (last) {
    const kinds = last.categories.map(({ parent }) => parent?.name ?? 'other');
    const people = last.organizers.map(({ name }) => name);
    console.log(`${last.title} at ${last.startsAt.slice(11, 16)} by ${people.join()} (${kinds.join()})`);
  }
  if (events.pageInfo.hasNextPage) await show(events.pageInfo.endCursor);
}

await show(null);
