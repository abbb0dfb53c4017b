import { ok } from '@oazapfts/runtime';
import { createEvent, defaults, deleteEvent, getEventBySlug, listEvents } from './calendar.mts';

const { CALENDAR = 'http://localhost:3000', LOGIN = '' } = process.env;
defaults.baseUrl = `${CALENDAR}/calendar/events/v1`;

// Upcoming events. `ok` throws for other statuses than 2xx; the result is typed.
const { events, total } = await ok(listEvents({ categories: ['music'], perPage: 2 }));
console.log(`${total} concerts`);
for (const { title, start_date, cost } of events) console.log(`${start_date.slice(11)} ${title}, ${cost}`);

// Without `ok`, the status decides the type of the body.
const missing = await getEventBySlug('no-such-event');
if (missing.status === 404) console.log(missing.data.code);

// Writing needs a login with an application password.
const headers = { Authorization: `Basic ${Buffer.from(LOGIN).toString('base64')}` };
const made = await ok(
  createEvent(
    { title: 'Book fair', start_date: '2031-05-14 10:00', end_date: '2031-05-14 18:00', tags: ['books'] },
    // A retry with the same key does not create a second record.
    { idempotencyKey: crypto.randomUUID() },
    { headers },
  ),
);
const { title, utc_start_date, tags } = made;
console.log(`${title} at ${utc_start_date}, ${tags.map(({ name }) => name).join()}`);
await ok(deleteEvent(made.id, { force: true }, { headers }));
