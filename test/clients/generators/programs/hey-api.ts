import { client } from '../generated/hey-api/client.gen.ts';
import { createEvent, listEvents, updateEvent } from '../generated/hey-api/sdk.gen.ts';

const { REST = '', AUTHORIZATION = '' } = process.env;
client.setConfig({ baseUrl: REST, headers: { Authorization: AUTHORIZATION } });

const { data: made, error } = await createEvent({
  body: {
    title: 'Typed by hey-api',
    start_date: 'tomorrow 2pm',
    end_date: 'tomorrow 4pm',
    venue: { venue: 'Q' },
    organizer: [{ organizer: 'Z' }],
    categories: ['music'],
  },
});
if (!made) throw new Error(`not created: ${error?.code}`);
const { data: list } = await listEvents({ query: { include: [made.id], per_page: 5 } });
const titles: string[] = (list?.events ?? []).map((event) => event.title);
if (!titles.includes(made.title)) throw new Error(`${made.title} is not in the list`);
await updateEvent({ path: { id: made.id }, body: { title: 'Changed' } });
const wrong = await createEvent({ body: { title: 'No dates', start_date: 'never', end_date: 'never' } });
const code: string | undefined = wrong.error?.code;
if (code !== 'rest_invalid_param') throw new Error(`code ${code}`);
console.log('hey-api', made.id, titles.join());
