/* A month calendar that loads each month when it is shown. `?service=` is the service, `?date=` the first day. */
const asked = new URLSearchParams(location.search);
const service = asked.get('service') ?? 'http://localhost:3000';

const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => {
  document.documentElement.dataset.colorScheme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', colour);
colour();

async function read(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the calendar answered ${response.status}`);
  return response.json();
}

/** All pages of the events between two instants. */
async function eventsBetween(start, end) {
  const query = new URLSearchParams({
    ends_after: start,
    starts_before: end,
    strict_dates: 'true',
    per_page: '100',
  });
  const found = [];
  let next = `${service}/calendar/events/v1/events?${query}`;
  while (next) {
    const page = await read(next);
    found.push(...page.events);
    next = page.next_rest_url;
  }
  return found;
}

// Times are in the site's time zone, as on its pages.
const { timezone_string } = await read(`${service}/wp-json?_fields=timezone_string`);

// A color for each top category; its descendants share it.
const { categories } = await read(`${service}/calendar/events/v1/categories?parent=0&per_page=100`);
const colours = new Map(
  categories.map(({ id }, index) => [id, `oklch(0.5 0.12 ${(360 * index) / categories.length})`]),
);

const dayAfter = (date) =>
  new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const instant = (utc) => `${utc.replace(' ', 'T')}Z`;

/** Converts an event for FullCalendar, where `end` is the day after the last day. */
const shown = (event) => ({
  id: String(event.id),
  title: event.title,
  url: event.url,
  allDay: event.all_day,
  start: event.all_day ? event.start_date.slice(0, 10) : instant(event.utc_start_date),
  end: event.all_day ? dayAfter(event.end_date) : instant(event.utc_end_date),
  color: colours.get(event.categories[0]?.parent || event.categories[0]?.id),
  className: event.event_status,
});

const calendar = new FullCalendar.Calendar(document.querySelector('#calendar'), {
  headerToolbar: { start: 'title', end: 'today prev,next' },
  initialDate: asked.get('date') ?? undefined,
  timeZone: timezone_string,
  events: async ({ start, end }) => (await eventsBetween(start.toISOString(), end.toISOString())).map(shown),
});
calendar.render();
