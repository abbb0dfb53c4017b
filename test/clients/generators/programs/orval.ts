import { createEvent, listEvents, updateEvent } from '../generated/orval.ts';

const { AUTHORIZATION = '' } = process.env;
const options: RequestInit = {
  headers: { Authorization: AUTHORIZATION, 'Content-Type': 'application/json' },
};

const made = await createEvent(
  {
    title: 'Typed by orval',
    start_date: 'tomorrow 2pm',
    end_date: 'tomorrow 4pm',
    venue: { venue: 'Q' },
    organizer: [{ organizer: 'Z' }],
    categories: ['music'],
  },
  options,
);
if (made.status !== 201) throw new Error(`not created: ${made.status}`);
const { id, title } = made.data;
const list = await listEvents({ include: [id], per_page: 5 });
const titles: string[] = list.status === 200 ? list.data.events.map((event) => event.title) : [];
if (!titles.includes(title)) throw new Error(`${title} is not in the list`);
await updateEvent(id, { title: 'Changed' }, undefined, options);
const wrong = await createEvent({ title: 'No dates', start_date: 'never', end_date: 'never' }, options);
const code: string | undefined = wrong.status === 400 ? wrong.data.code : undefined;
if (code !== 'rest_invalid_param') throw new Error(`code ${code}`);
console.log('orval', id, titles.join());
