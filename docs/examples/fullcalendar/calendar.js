/* The months of a calendar, asked for as they are looked at. `?service=` names the service, `?date=` a day. */
const asked = new URLSearchParams(location.search);
const service = asked.get('service') ?? 'http://localhost:3000';

const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => {
  document.documentElement.dataset.colorScheme = dark.matches ? 'dark' : 'light';
};
dark.addEventListener('change', colour);
colour();

/** All pages of what happens between two instants. */
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
    const response = await fetch(next);
    if (!response.ok) throw new Error(`the calendar answered ${response.status}`);
    const page = await response.json();
    found.push(...page.events);
    next = page.next_rest_url;
  }
  return found;
}

const dayAfter = (date) =>
  new Date(Date.parse(`${date.slice(0, 10)}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const instant = (utc) => `${utc.replace(' ', 'T')}Z`;

/** FullCalendar ends a day before the date that it is told. */
const shown = ({ id, title, url, all_day, start_date, end_date, utc_start_date, utc_end_date }) => ({
  id: String(id),
  title,
  url,
  allDay: all_day,
  start: all_day ? start_date.slice(0, 10) : instant(utc_start_date),
  end: all_day ? dayAfter(end_date) : instant(utc_end_date),
});

const calendar = new FullCalendar.Calendar(document.querySelector('#calendar'), {
  headerToolbar: { start: 'title', end: 'today prev,next' },
  initialDate: asked.get('date') ?? undefined,
  events: async ({ start, end }) => (await eventsBetween(start.toISOString(), end.toISOString())).map(shown),
});
calendar.render();
