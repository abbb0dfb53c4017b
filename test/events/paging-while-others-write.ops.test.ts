import { type ConnectionList, idsIn, readAll, valuesOf } from '../support/connections.ts';
import { WHOLE } from '../support/sample.ts';
import { openWorld, type World } from '../support/world.ts';

const EVENTS = WHOLE ? 10_000 : 300;
const PAGE = WHOLE ? 100 : 20;
const WINDOW = 'filter: { startsFrom: "2000-01-01", endsUntil: "2099-01-01" }';

let world: World;
/** Ids of untouched events, and of those changed and erased by other writers. */
let steady: number[];
let changed: number[];
let erased: number[];

beforeAll(async () => {
  world = await openWorld({ now: '2031-05-14 12:00:00' });
  const first = await world.event('First', '2031-06-01 10:00', { date: '2031-01-01' });
  const run = (sql: string): Promise<Record<string, unknown>[]> =>
    world.server.orm.em.getConnection().execute(sql);
  const own = ['id', 'slug', 'title', 'start_utc', 'start_local', 'end_utc', 'end_local'];
  const times = ['published_utc', 'modified_utc'];
  const [{ others } = {}] = await run(
    `select string_agg(quote_ident(attname), ',') as others from pg_attribute
     where attrelid = 'event'::regclass and attnum > 0 and not attisdropped
       and attname not in (${[...own, ...times].map((name) => `'${name}'`).join(', ')})`,
  );
  // Ties of every kind, across page boundaries.
  const at = (step: number, every: number): string => `interval '${step} minutes' * (n % ${every})`;
  await run(
    `insert into event (slug, title, start_utc, start_local, end_utc, end_local, published_utc, modified_utc, ${others})
     select 'event-' || n, 'Title ' || left(md5((n % ${EVENTS / 3})::text), 6),
       start_utc + ${at(7, EVENTS / 4)}, start_local + ${at(7, EVENTS / 4)},
       end_utc + ${at(60, EVENTS / 2)}, end_local + ${at(60, EVENTS / 2)},
       published_utc - ${at(90, 50)}, modified_utc - ${at(90, 30)}, ${others}
     from event, generate_series(1, ${EVENTS - 1}) n where id = ${first}`,
  );
  const ids = (await run(`select id from event where id <> ${first} order by id`)).map(({ id }) =>
    Number(id),
  );
  changed = ids.filter((_id, index) => index % 10 === 3);
  erased = ids.filter((_id, index) => index % 10 === 7);
  steady = ids.filter((_id, index) => index % 10 !== 3 && index % 10 !== 7);
});
afterAll(() => world.stop());

let writes = 0;
/** Creates an event, changes one and erases one, anywhere in the list. */
async function writeOnce(): Promise<void> {
  const day = String(1 + (writes % 28)).padStart(2, '0');
  const title = `Title ${(writes * 7919).toString(16)}`;
  await world.event(title, `2031-06-${day} 1${writes % 10}:00`, { date: `2031-01-${day}` });
  const id = changed[writes % changed.length] ?? 0;
  const times = { start_date: `2031-06-${day} 09:00`, end_date: '2032-01-01' };
  await world.change('REST', 'event', id, { title, ...times });
  const gone = erased.pop();
  if (gone !== undefined) await world.remove('REST', 'event', gone, { force: true });
  writes++;
}

/** Writes until stopped. */
function write(): { current(): Promise<void>; stop(): Promise<void> } {
  let isOver = false;
  let current = writeOnce();
  const writing = (async () => {
    for (;;) {
      await current;
      if (isOver) return;
      current = writeOnce();
    }
  })();
  return {
    current: () => current,
    stop: async () => {
      isOver = true;
      await writing;
    },
  };
}

const orders = valuesOf('EventOrderField').flatMap((field) =>
  valuesOf('SortDirection').map((direction) => [field, direction] as const),
);

test.each(orders)(
  'by %s %s, forwards and backwards while others write: no duplicates, and no gaps among untouched events',
  async (field, direction) => {
    const orderBy = `{ field: ${field}, direction: ${direction} }`;
    const list: ConnectionList = { field: 'events', args: `${WINDOW}, orderBy: ${orderBy}` };
    const moved = new Set(changed);
    for (const way of ['forth', 'back'] as const) {
      const [before, others] = [writes, write()];
      // Others write between every few pages, however fast they are read.
      const between = async (at: number): Promise<void> => {
        if (at % 5 === 0) await others.current();
      };
      const pages = await readAll(world, list, PAGE, way, between).finally(() => others.stop());
      expect(writes - before).toBeGreaterThan(1);
      // A record moved by others may appear again or not at all, because its position changes.
      const ids = pages.flatMap(idsIn).filter((id) => !moved.has(id));
      expect(ids.length).toBe(new Set(ids).size);
      const listed = new Set(ids);
      expect(steady.filter((id) => !listed.has(id))).toEqual([]);
    }
  },
);
