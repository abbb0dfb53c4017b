import { at, makeSeries, seriesOf } from '../series/series.world.ts';
import { openWorld, type World } from '../support/world.ts';

/** The page of an event of a series links to the others. */
let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** The section of other dates: its links and its text. */
async function datesOn(
  id: number,
  { url } = world.server,
): Promise<{ paths: string[]; text: string } | null> {
  const [{ slug } = { slug: '' }] = (await seriesOf(world, id)).filter((event) => event.id === id);
  const page = await (await fetch(`${url}/event/${slug}/`)).text();
  const [section] = /<section aria-labelledby="dates">.*?<\/section>/s.exec(page) ?? [];
  if (section === undefined) return null;
  const paths = [...section.matchAll(/href="[^"]*?(\/event\/[^"]*)"/g)].map(([, path = '']) => path);
  return {
    paths,
    text: section
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  };
}
const paths = async (ids: readonly number[]): Promise<string[]> =>
  Promise.all(ids.map(async (id) => new URL(String((await world.read('event', id)).url)).pathname));

test('an event lists the next dates, without past dates and its own, and the number of further dates', async () => {
  const ids = await makeSeries(world, {
    start_date: '2031-03-04 18:00',
    end_date: '2031-03-04 20:00',
    recurrence: 'FREQ=WEEKLY;COUNT=11',
  });
  await world.change('REST', 'event', at(ids, 4), { event_status: 'canceled' });
  await world.settled();
  const first = await datesOn(at(ids, 0));
  expect(first?.paths).toEqual(await paths(ids.slice(2, 8)));
  expect(first?.text).toMatch(/^Other dates Every week on Tuesday, .*Canceled .*and 3 more dates$/);
  expect((await datesOn(at(ids, 3)))?.paths).toEqual(await paths([at(ids, 2), ...ids.slice(4, 9)]));
  expect((await datesOn(at(ids, 3)))?.text).toContain('and 2 more dates');
  expect((await datesOn(at(ids, 10)))?.text).toContain('and 2 more dates');
});

test('a past series shows its time, and hides drafts', async () => {
  const ids = await makeSeries(world, { title: 'Few', recurrence: 'FREQ=WEEKLY;COUNT=3' });
  await world.change('REST', 'event', at(ids, 1), { status: 'draft' });
  await world.settled();
  expect((await datesOn(at(ids, 0)))?.paths).toEqual(await paths([at(ids, 2)]));
  const before = world.moveTo('2032-01-01 00:00:00');
  expect(await datesOn(at(ids, 0))).toMatchObject({
    paths: [],
    text: expect.stringMatching(/^Other dates Every week/),
  });
  world.moveTo(before);
});

test('shorter lists have fewer dates', async () => {
  const ids = await makeSeries(world, { title: 'Long', recurrence: 'FREQ=WEEKLY;COUNT=9' });
  const small = await world.beside({ MAX_PER_PAGE: '3', PER_PAGE: '2' });
  const shown = await datesOn(at(ids, 0), small.server);
  await small.stop();
  expect(shown?.paths).toEqual(await paths(ids.slice(1, 3)));
  expect(shown?.text).toMatch(/and 6 more dates$/);
});

test('an event without a series has no other dates', async () => {
  const id = await world.event('Alone', '2031-04-01 10:00');
  const { slug } = await world.read('event', id);
  const page = await fetch(`${world.server.url}/event/${String(slug)}/`);
  expect(await page.text()).not.toContain('Other dates');
});
