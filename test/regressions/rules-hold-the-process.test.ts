import { mock } from 'node:test';
import { RRuleTemporal } from 'rrule-temporal';
import { openWorld, type World } from '../support/world.ts';

/*
 * Each request expanded its rules several times, a quarter of a second each, without yielding to other requests: thirty
 * rules in one mutation blocked the process for twenty seconds.
 */

let world: World;
/** The turn of the event loop in which each rule was expanded. */
const expanded: number[] = [];
let turn = 0;
let isCounting = true;
const count = (): void => {
  turn++;
  if (isCounting) setImmediate(count);
};

beforeAll(async () => {
  world = await openWorld({ roles: true });
  count();
  const { all } = RRuleTemporal.prototype;
  mock.method(RRuleTemporal.prototype, 'all', function counted(this: RRuleTemporal) {
    expanded.push(turn);
    return all.call(this);
  });
});
beforeEach(() => void expanded.splice(0));
afterAll(async () => {
  isCounting = false;
  mock.restoreAll();
  await world.stop();
});

const DAY = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00' };
/** Each walks through 27 years, and is rejected. @param hour makes it another rule */
const dear = (hour: number): string => `FREQ=DAILY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=${hour};COUNT=999`;
const post = (recurrence: string): Promise<Response> =>
  world.server.request(
    'POST',
    '/events',
    { title: 'Fair', ...DAY, recurrence },
    world.headers('contributor'),
  );

test('ten concurrent rules are expanded once each, and other requests run between them', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, hour) => post(dear(hour + 1))));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
  expect(expanded).toHaveLength(10);
  expect(new Set(expanded).size).toBe(10);
});

test('so are the rules of one document, which has at most five', async () => {
  const document = (rules: number): string => {
    const inputs = Array.from(
      { length: rules },
      (
        _,
        at,
      ) => `a${at}: createEvent(input: { title: "Fair", start: "2031-01-01 10:00", end: "2031-01-01 11:00",
        recurrence: { rule: "${dear(at + 11)}" } }) { event { id } }`,
    );
    return `mutation { ${inputs.join(' ')} }`;
  };
  const send = (rules: number) => world.server.graphql(document(rules), {}, world.headers('contributor'));
  expect((await send(30)).errors?.[0]?.message).toContain('30 inputs with a recurrence');
  expect(expanded).toEqual([]);
  expect((await send(5)).errors).toHaveLength(5);
  expect(expanded).toHaveLength(5);
  expect(new Set(expanded).size).toBe(5);
});

test('creating and changing a series expands each of its rules once', async () => {
  const { id } = await (await post('FREQ=DAILY;COUNT=20')).json();
  expect(expanded).toHaveLength(1);
  await world.change('REST', 'event', id, { recurrence: 'FREQ=DAILY;COUNT=15' }, 'contributor');
  expect(expanded).toHaveLength(2);
  // The moved rule starts at another time.
  await world.change(
    'REST',
    'event',
    id,
    { start_date: '2031-01-02 10:00', end_date: '2031-01-02 11:00', scope: 'all' },
    'contributor',
  );
  expect(expanded).toHaveLength(3);
  await world.change('REST', 'event', id, { title: 'Market', scope: 'all' }, 'contributor');
  expect(expanded).toHaveLength(3);
});
