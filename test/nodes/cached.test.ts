import { encodeGlobalId } from '../../src/lib/global-id.ts';
import { cacheCounts } from '../support/cache-counts.ts';
import { eventually } from '../support/eventually.ts';
import { openWorld, type World } from '../support/world.ts';

/** Cached responses of `node` and `nodes` end when their sources change. */
let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const DOCUMENT = `query ($ids: [ID!]!) { nodes(ids: $ids) {
  ... on Event { title venue { name } } ... on Venue { name } ... on Category { name } ... on Image { url } } }`;

/** The anonymous response, and whether it was computed for this request. */
async function ask(...ids: string[]): Promise<{ nodes: unknown; computed: boolean }> {
  await world.settled();
  const { hits } = cacheCounts();
  const response = await fetch(`${world.server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: DOCUMENT, variables: { ids } }),
  });
  const { data } = await response.json();
  return { nodes: data.nodes, computed: cacheCounts().hits === hits };
}

test('by a change of the record, or of a record that it shows', async () => {
  const venue = await world.make('venue', { venue: 'Hall' });
  const id = await world.event('Fair', '2031-05-01 10:00', { venue: venue.id });
  const globalId = encodeGlobalId('Event', id);
  const shown = (title: string, name: string) => [{ title, venue: { name } }];
  expect(await ask(globalId)).toEqual({ nodes: shown('Fair', 'Hall'), computed: true });
  expect(await ask(globalId)).toEqual({ nodes: shown('Fair', 'Hall'), computed: false });
  await world.change('REST', 'event', id, { title: 'Feast' });
  expect(await ask(globalId)).toEqual({ nodes: shown('Feast', 'Hall'), computed: true });
  await world.change('REST', 'venue', venue.id, { venue: 'Barn' });
  expect(await ask(globalId)).toEqual({ nodes: shown('Feast', 'Barn'), computed: true });
  await world.remove('REST', 'event', id);
  expect(await ask(globalId)).toEqual({ nodes: [null], computed: true });
});

test('when a record starts to show an image', async () => {
  const image = 'https://pictures.example.org/a.png';
  const id = await world.event('Picture', '2031-05-01 10:00', { status: 'draft', image });
  const globalId = encodeGlobalId('Image', Number(Object((await world.read('event', id)).image).id));
  expect(await ask(globalId)).toEqual({ nodes: [null], computed: true });
  expect(await ask(globalId)).toEqual({ nodes: [null], computed: false });
  await world.change('REST', 'event', id, { status: 'publish' });
  expect(await ask(globalId)).toEqual({ nodes: [{ url: image }], computed: true });
});

test('when a record appears, or becomes visible', async () => {
  const draft = await world.event('Draft', '2031-05-01 10:00', { status: 'draft' });
  const later = await world.event('Later', '2031-05-01 10:00', { date: '2031-04-01 12:00:00' });
  const next = (await world.make('category', { name: 'Before' })).id + 1;
  const globalIds = [
    encodeGlobalId('Event', draft),
    encodeGlobalId('Event', later),
    encodeGlobalId('Category', next),
  ];
  const isFresh = { computed: true };
  expect(await ask(...globalIds)).toEqual({ nodes: [null, null, null], ...isFresh });
  expect((await ask(...globalIds)).computed).toBe(false);
  expect((await world.make('category', { name: 'Next' })).id).toBe(next);
  expect(await ask(...globalIds)).toEqual({ nodes: [null, null, { name: 'Next' }], ...isFresh });
  await world.change('REST', 'event', draft, { status: 'publish' });
  const shown = { title: 'Draft', venue: null };
  expect(await ask(...globalIds)).toEqual({ nodes: [shown, null, { name: 'Next' }], ...isFresh });
  world.moveTo('2031-04-01 12:00:00');
  await eventually(
    'it is published',
    async () => Object((await ask(...globalIds)).nodes)[1]?.title === 'Later',
  );
});
