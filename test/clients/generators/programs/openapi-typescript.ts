import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript.ts';

/** A typical first program: create, read, change, see an error. */
const { REST = '', AUTHORIZATION = '' } = process.env;
const client = createClient<paths>({ baseUrl: REST, headers: { Authorization: AUTHORIZATION } });

const { data: made, error } = await client.POST('/events', {
  body: {
    title: 'Typed by openapi-typescript',
    start_date: 'tomorrow 2pm',
    end_date: 'tomorrow 4pm',
    venue: { venue: 'Q' },
    organizer: [{ organizer: 'Z' }],
    categories: ['music'],
  },
});
if (!made) throw new Error(`not created: ${error.code} ${error.message}`);
const title: string = made.title;
const { data: list } = await client.GET('/events', {
  params: { query: { include: [made.id], per_page: 5 } },
});
const titles: string[] = (list?.events ?? []).map((event) => event.title);
if (!titles.includes(title)) throw new Error(`${title} is not in the list`);
await client.PATCH('/events/{id}', { params: { path: { id: made.id } }, body: { title: 'Changed' } });
const wrong = await client.POST('/events', {
  body: { title: 'No dates', start_date: 'never', end_date: 'never' },
});
const code: string | undefined = wrong.error?.code;
if (code !== 'rest_invalid_param') throw new Error(`code ${code}`);
const missing = await client.GET('/events/by-slug/{slug}', { params: { path: { slug: 'no-such-event' } } });
if (!missing.error) throw new Error('there is such an event');
const told: [code: string, message: string] = [missing.error.code, missing.error.message];
if (told.join() !== 'event-not-found,There is no event with this id or slug.') throw new Error(told.join());
console.log('openapi-typescript', made.id, titles.join());
