import { eventually } from '../support/eventually.ts';
import { hasFields } from '../support/input.ts';
import { APIS, type Body, type Kind } from '../support/words.ts';
import { NOW, openWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const needs = (kind: Kind): Body =>
  kind === 'event' ? { title: 'Play', start_date: '2031-04-05', end_date: '2031-04-05' } : { [kind]: 'Play' };
const FUTURE = '2031-06-01 00:00:00';
const PAST = '2031-01-01 00:00:00';
const KINDS = ['event', 'venue', 'organizer'] as const;

/** status sent on create -> state and publication date. */
const CREATED: [sent: Body, status: string, date: string][] = [
  [{}, 'publish', NOW],
  [{ status: 'publish' }, 'publish', NOW],
  [{ status: 'draft' }, 'draft', NOW],
  [{ status: 'pending' }, 'pending', NOW],
  [{ status: 'private' }, 'private', NOW],
  [{ status: 'trash' }, 'trash', NOW],
  [{ status: 'future' }, 'publish', NOW],
  [{ status: 'future', date: PAST }, 'publish', PAST],
  [{ status: 'future', date: FUTURE }, 'future', FUTURE],
  [{ status: 'publish', date: FUTURE }, 'future', FUTURE],
  [{ date: FUTURE }, 'future', FUTURE],
  [{ date_utc: FUTURE }, 'future', FUTURE],
  [{ date: PAST }, 'publish', PAST],
  [{ status: 'draft', date: FUTURE }, 'draft', FUTURE],
  [{ status: 'private', date: FUTURE }, 'private', FUTURE],
  [{ status: null }, 'publish', NOW],
];

/** From a state, status sent -> the state afterwards. */
const CHANGED: [from: Body, sent: Body, status: string][] = [
  [{ status: 'draft' }, {}, 'draft'],
  [{ status: 'draft' }, { status: 'publish' }, 'publish'],
  [{ status: 'draft' }, { status: 'future' }, 'publish'],
  [{ status: 'draft' }, { status: 'publish', date: FUTURE }, 'future'],
  [{ status: 'draft', date: FUTURE }, { status: 'publish' }, 'future'],
  [{ status: 'pending' }, { status: 'private' }, 'private'],
  [{ status: 'publish' }, { status: 'draft' }, 'draft'],
  [{ status: 'publish' }, { date: FUTURE }, 'future'],
  [{ date: FUTURE }, {}, 'future'],
  [{ date: FUTURE }, { status: 'publish' }, 'future'],
  [{ date: FUTURE }, { date: PAST }, 'publish'],
  [{ date: FUTURE }, { status: 'publish', date: PAST }, 'publish'],
  [{ status: 'publish' }, { status: 'trash' }, 'trash'],
  [{ status: 'trash' }, {}, 'trash'],
  [{ status: 'trash' }, { description: 'x' }, 'trash'],
  [{ status: 'trash' }, { status: 'trash' }, 'trash'],
  [{ status: 'trash' }, { status: 'draft' }, 'draft'],
  [{ status: 'trash' }, { status: 'publish' }, 'publish'],
  [{ status: 'trash', date: FUTURE }, { status: 'future' }, 'future'],
];

describe.each(KINDS.flatMap((kind) => APIS.map((api) => ({ kind, api }))))(
  '$kind through $api',
  ({ kind, api }) => {
    beforeEach(() => world.moveTo(NOW));

    test.each(CREATED.filter(([sent]) => hasFields(api, sent)))(
      'created with %j is %s of %s',
      async (sent, status, date) => {
        expect((await world.create(api, kind, { ...needs(kind), ...sent })).body).toMatchObject({
          status,
          date,
          date_utc: date,
        });
      },
    );

    test.each(CHANGED)('%j changed by %j is %s', async (from, sent, status) => {
      const before = await world.make(kind, { ...needs(kind), ...from });
      const { body } = await world.change(api, kind, before.id, sent);
      expect(body.status).toBe(status);
      expect(String(body.slug).includes('__trashed')).toBe(status === 'trash');
    });

    describe('first published later', () => {
      const LATER = '2031-03-20 09:00:00';
      const LATEST = '2031-03-21 09:00:00';
      /** status on create, changes on the way, and the publication date. */
      const FIRST: [made: Body, changes: Body[], date: string][] = [
        [{ status: 'draft' }, [], LATER],
        [{ status: 'pending' }, [], LATER],
        [{ status: 'trash' }, [], LATER],
        [
          { status: 'draft' },
          [{ description: 'x' }, { status: 'pending' }, { status: 'trash' }, { status: 'draft' }],
          LATER,
        ],
        [{ status: 'draft', date: null, date_utc: null }, [{ date: null }], LATER],
        // A date that is only sent back sets none.
        [{ status: 'draft' }, [{ date: NOW }], LATER],
        [{ status: 'draft' }, [{ date: NOW, date_utc: NOW }], LATER],
        [{ status: 'draft', date: PAST }, [], PAST],
        [{ status: 'draft', date_utc: FUTURE }, [], FUTURE],
        [{ status: 'draft' }, [{ date: PAST }], PAST],
        [{ status: 'draft' }, [{ date_utc: PAST }, { description: 'x' }], PAST],
        [{ status: 'publish' }, [{ status: 'draft' }], NOW],
        [{ status: 'private' }, [{ status: 'draft' }], NOW],
      ];
      test.each(FIRST.filter(([, changes]) => hasFields(api, ...changes)))(
        '%j, then %j: dated %s',
        async (made, changes, date) => {
          const { id } = await world.make(kind, { ...needs(kind), ...made });
          for (const sent of changes) expect((await world.change(api, kind, id, sent)).status).toBe(200);
          world.moveTo(LATER);
          expect((await world.change(api, kind, id, { status: 'publish' })).body).toMatchObject({
            date,
            date_utc: date,
          });
          world.moveTo(LATEST);
          expect((await world.change(api, kind, id, { status: 'draft' })).body).toMatchObject({ date });
          expect((await world.change(api, kind, id, { status: 'publish' })).body).toMatchObject({ date });
        },
      );

      test('with an explicit date', async () => {
        const { id } = await world.make(kind, { ...needs(kind), status: 'draft' });
        world.moveTo(LATER);
        expect((await world.change(api, kind, id, { status: 'publish', date: PAST })).body).toMatchObject({
          date: PAST,
        });
      });

      test('after being read, changed and sent back', async () => {
        const draft = await world.make(kind, { ...needs(kind), status: 'draft' });
        world.moveTo(LATER);
        expect(
          (await world.change('REST', kind, draft.id, { ...draft, status: 'publish' })).body,
        ).toMatchObject({ date: LATER });
      });
    });

    test('a scheduled record is published when its time comes', async () => {
      const { body } = await world.create(api, kind, { ...needs(kind), date: '2031-03-14 12:00:10' });
      expect(body.status).toBe('future');
      world.moveTo('2031-03-14 12:00:09');
      expect((await world.read(kind, Number(body.id))).status).toBe('future');
      expect((await world.server.request('GET', `/${kind}s/${body.id}`, undefined, {})).status).toBe(403);
      world.moveTo('2031-03-14 12:00:10');
      await eventually(
        'it is published',
        async () => (await world.read(kind, Number(body.id))).status === 'publish',
      );
      expect((await world.server.request('GET', `/${kind}s/${body.id}`, undefined, {})).status).toBe(200);
    });
  },
);
