import { startTestServer } from '../support/service.ts';

const DAYS = 40;

interface Shown {
  id: number;
  timezone: string;
  start_date: string;
  end_date: string;
}

describe.each(['UTC', 'America/Los_Angeles', 'UTC+5.5'])(
  'the demo calendar of a site in the zone %s',
  (TIMEZONE) => {
    test('lists each event on the days that show it', async () => {
      await using stack = new AsyncDisposableStack();
      const server = await startTestServer({ env: { TIMEZONE, DEMO_DATA: 'true', PER_PAGE: '100' } });
      stack.defer(() => server.stop());
      const list = async (query: string): Promise<Shown[]> =>
        (await (await server.request('GET', `/events?${query}`)).json()).events;
      const all = await list('starts_after=0001-01-01');
      // Events in other zones show the time of their place.
      const here = all.filter(({ timezone }) => timezone === TIMEZONE);
      expect(all.length - here.length).toBe(3);
      expect(here.length).toBeGreaterThan(40);
      const found: string[] = [];
      const shown: string[] = [];
      for (let ahead = 0; ahead < DAYS; ahead++) {
        const day = new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
        const listed = new Set((await list(`start_date=${day}&end_date=${day}`)).map(({ id }) => id));
        for (const { id, start_date, end_date } of here) {
          if (listed.has(id)) found.push(`${day} ${id}`);
          if (start_date.startsWith(day) && end_date.startsWith(day)) shown.push(`${day} ${id}`);
        }
      }
      expect(found).toEqual(shown);
      expect(shown.length).toBeGreaterThan(10);
    });
  },
);
