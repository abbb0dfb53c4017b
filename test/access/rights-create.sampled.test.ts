import { errorOf } from '../support/answer.ts';
import { sampled } from '../support/sample.ts';
import { APIS, POSTS, ROLE_NAMES } from '../support/words.ts';
import { openWorld, type World } from '../support/world.ts';
import { inState, makeOwn, needs } from './records.ts';
import { rightsOf, STATES } from './rights.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ roles: true });
});
afterAll(() => world.stop());

const rows = sampled(
  'creating',
  POSTS.flatMap((kind) => ROLE_NAMES.flatMap((role) => APIS.map((api) => ({ kind, role, api })))),
  1,
  ({ role, api }) => `${role} ${api}`,
);

describe.each(rows)('$role and a new $kind through $api', ({ kind, role, api }) => {
  const { creates, setsAuthor, refusal } = rightsOf(role);
  const refused = errorOf(api, refusal, 'rest_forbidden');

  test.each(['', ...STATES])('with state "%s"', async (state) => {
    const before = await world.counts();
    const answer = await world.create(api, kind, { ...needs(kind), ...(state && inState(state)) }, role);
    if (creates)
      expect(answer).toMatchObject({
        status: 201,
        body: { status: creates[state], author: world.ids[role] },
      });
    else {
      expect(answer).toMatchObject(refused);
      expect(await world.counts()).toEqual(before);
    }
  });

  if (!creates) {
    // GraphQL validates the form of a request before it runs the operation.
    const wrong = { REST: [{}, { status: 'bogus' }, { cost: {} }], GraphQL: [] };
    test.each([...wrong[api], { ...needs(kind), author: 999_999 }])(
      'learns of the missing right before the errors of %j',
      async (sent) => {
        expect(await world.create(api, kind, sent, role)).toMatchObject(refused);
      },
    );
    return;
  }

  test.each(STATES.filter((state) => state !== 'trash'))('changes its own draft to "%s"', async (state) => {
    const { id } = await makeOwn(world, kind, world.ids[role], 'draft');
    const { body } = await world.change(api, kind, id, inState(state), role);
    expect(body.status).toBe(creates[state]);
  });

  test('restores its own record from the trash', async () => {
    const { id } = await makeOwn(world, kind, world.ids[role], 'trash');
    expect((await world.change(api, kind, id, { status: 'publish' }, role)).body.status).toBe(
      creates.publish,
    );
  });

  test('names itself as the author', async () => {
    const author = world.ids[role];
    expect(await world.create(api, kind, { ...needs(kind), author }, role)).toMatchObject({
      status: 201,
      body: { author },
    });
    const { id } = await makeOwn(world, kind, author, 'draft');
    expect(await world.change(api, kind, id, { author }, role)).toMatchObject({
      status: 200,
      body: { author },
    });
  });

  test('names another user as the author', async () => {
    const author = world.ids.subscriber;
    const expected = (status: number) => (setsAuthor ? { status, body: { author } } : refused);
    expect(await world.create(api, kind, { ...needs(kind), author }, role)).toMatchObject(expected(201));
    const { id } = await makeOwn(world, kind, world.ids[role], 'draft');
    expect(await world.change(api, kind, id, { author }, role)).toMatchObject(expected(200));
    const unknown = setsAuthor ? { status: 400, failing: ['author'] } : refused;
    expect(await world.create(api, kind, { ...needs(kind), author: 999_999 }, role)).toMatchObject(unknown);
  });
});

describe.each(
  ROLE_NAMES.filter((role) => rightsOf(role).creates).flatMap((role) => APIS.map((api) => ({ role, api }))),
)('$role and inline records of an event, through $api', ({ role, api }) => {
  const { creates, terms } = rightsOf(role);

  test("a new venue and organizer belong to the caller and get the caller's state", async () => {
    const name = `Brought by ${role} ${api}`;
    const fields = { ...needs('event'), venue: { venue: name }, organizer: [{ organizer: name }] };
    const { status, body } = await world.create(api, 'event', fields, role);
    const own = { author: world.ids[role], status: creates?.[''] };
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { venue: { venue: name, ...own }, organizer: [{ organizer: name, ...own }] },
    });
  });

  test('new category and tag names need the right to manage terms, existing ones do not', async () => {
    await world.make('event', { ...needs('event'), categories: ['Known'], tags: ['Known'] });
    expect(
      await world.create(api, 'event', { ...needs('event'), categories: ['known'], tags: ['known'] }, role),
    ).toMatchObject({
      status: 201,
      body: { categories: [{ name: 'Known' }], tags: [{ name: 'Known' }] },
    });
    const sent = { categories: [`New ${role} ${api}`], tags: [`New ${role} ${api}`] };
    expect(await world.create(api, 'event', { ...needs('event'), ...sent }, role)).toMatchObject(
      terms ? { status: 201 } : { status: 400, failing: ['categories', 'tags'] },
    );
  });

  test("another user's draft venue cannot be linked; a published one is linked but not changed", async () => {
    const draft = await makeOwn(world, 'venue', 1, 'draft');
    const linked = await world.create(api, 'event', { ...needs('event'), venue: draft.id }, role);
    expect(linked).toMatchObject(terms ? { status: 201 } : { status: 400, failing: ['venue'] });
    const name = `Public ${role} ${api}`;
    const { id } = await makeOwn(world, 'venue', 1, 'publish', { venue: name });
    const { body } = await world.create(
      api,
      'event',
      { ...needs('event'), venue: { venue: name, city: 'Rome' } },
      role,
    );
    expect(body.venue).toMatchObject({ id });
    expect((await world.read('venue', id)).city).toBe(terms ? 'Rome' : undefined);
  });

  test('names another user as the author of an inline venue', async () => {
    const venue = { venue: `Gift ${role} ${api}`, author: world.ids.subscriber };
    const answer = await world.create(api, 'event', { ...needs('event'), venue }, role);
    expect(answer).toMatchObject(
      terms
        ? { status: 201, body: { venue: { author: venue.author } } }
        : errorOf(api, 403, 'rest_forbidden'),
    );
  });
});
