import { Client, fetchExchange, gql } from '@urql/core';

const { CALENDAR = 'http://localhost:3000' } = process.env;
const client = new Client({ url: `${CALENDAR}/graphql`, exchanges: [fetchExchange], preferGetMethod: true });

interface Answer {
  venues: {
    venues: {
      name: string;
      city: string;
      events: {
        total: number;
        events: {
          title: string;
          organizers: { name: string }[];
          categories: { parent: { name: string } | null }[];
        }[];
      };
    }[];
  };
}

// Venues, what comes next at each, and who and what that is: one request.
const VENUES = gql<Answer, { events: number }>`
  query Venues($events: Int) {
    venues {
      venues {
        name
        city
        events(perPage: $events) {
          total
          events { title organizers { name } categories { parent { name } } }
        }
      }
    }
  }
`;

const { data, error } = await client.query(VENUES, { events: 2 });
if (!data) throw error ?? new Error('no data');
for (const { name, city, events } of data.venues.venues) {
  console.log(`${name}, ${city}: ${events.total} events`);
  for (const { title, organizers, categories } of events.events) {
    const kinds = categories.map(({ parent }) => parent?.name ?? 'other');
    console.log(`${title} by ${organizers.map(({ name }) => name).join()} (${kinds.join()})`);
  }
}
