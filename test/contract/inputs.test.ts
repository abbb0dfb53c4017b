import { buildSchema, type GraphQLInputField, getNamedType, isInputObjectType } from 'graphql';
import { parseContract } from '../../src/api/contract/source.ts';
import { publicSdl } from '../support/public-sdl.ts';
import { openWorld, type World } from '../support/world.ts';
import { WRITTEN } from './load-contract.ts';

/** Every field of every input of the contract is stored: values are read back as sent, after create and update. */
const schema = buildSchema(publicSdl(parseContract(WRITTEN)));
const KINDS = ['Event', 'Venue', 'Organizer', 'Category', 'Tag'] as const;
type Kind = (typeof KINDS)[number];

let world: World;
/** Records that fields refer to. */
const ids = { user: 0, event: 0, venue: 0, organizer: 0, category: 0 };

beforeAll(async () => {
  world = await openWorld();
  ids.user = (await world.newUser('writer', 'author')).id;
  for (const kind of ['Event', 'Venue', 'Organizer', 'Category'] as const)
    ids[kind.toLowerCase() as Lowercase<typeof kind>] = (
      await stored(`create${kind}`, kind, BASE[kind]())
    ).databaseId;
});
afterAll(() => world.stop());

let made = 0;
const named = () => ({ name: `Record ${++made}` });
/** The required fields of a new record. */
const BASE: Record<Kind, () => object> = {
  Event: () => ({ title: 'Fair', start: '2033-05-06 07:00:00', end: '2033-05-09 07:00:00' }),
  Venue: named,
  Organizer: named,
  Category: named,
  Tag: named,
};

interface Sample {
  readonly sent: unknown;
  /** The selection that reads it, if not the same name. */
  readonly select?: string;
  readonly read?: unknown;
  /** Fields that must be sent along. */
  readonly beside?: object;
}
const links = (databaseId: number, field: string): Sample => ({
  sent: [{ databaseId }],
  select: `${field} { databaseId }`,
  read: [{ databaseId }],
});
const link = (databaseId: number, field: string): Sample => ({
  sent: { databaseId },
  select: `${field} { databaseId }`,
  read: { databaseId },
});
const terms = (field: string): Sample => ({
  sent: [{ name: 'Jazz' }],
  select: `${field} { name }`,
  read: [{ name: 'Jazz' }],
});

/** Fields with meaningful values; all others accept any value of their type. */
const SPECIAL: Record<string, (kind: Kind) => Sample> = {
  author: () => link(ids.user, 'author'),
  categories: () => terms('categories'),
  tags: () => terms('tags'),
  cost: () => ({ sent: ['$5'], read: '$5' }),
  image: () => ({
    sent: { url: 'https://pictures.test/a.png' },
    select: 'image { url }',
    read: { url: 'https://pictures.test/a.png' },
  }),
  venues: () => links(ids.venue, 'venues'),
  organizers: () => links(ids.organizer, 'organizers'),
  parent: (kind) => link(kind === 'Event' ? ids.event : ids.category, 'parent'),
  publishedAt: () => ({ sent: '2030-05-06 07:08:09', read: '2030-05-06T07:08:09+00:00' }),
  start: () => ({ sent: '2033-05-06 07:08:09', select: 'localStart' }),
  end: () => ({ sent: '2033-05-07 07:08:09', select: 'localEnd' }),
  latitude: () => ({ sent: 52.5, beside: { longitude: 13.25 } }),
  longitude: () => ({ sent: 13.25, beside: { latitude: 52.5 } }),
  email: () => ({ sent: `person-${++made}@example.test` }),
  slug: () => ({ sent: `slug-${++made}` }),
  status: () => ({ sent: 'PENDING' }),
  scheduleStatus: () => ({ sent: 'POSTPONED' }),
  timezone: () => ({ sent: 'Europe/Paris' }),
  recurrence: () => ({
    sent: { rule: 'FREQ=DAILY;COUNT=2' },
    select: 'series { rule }',
    read: { rule: 'FREQ=DAILY;COUNT=2' },
  }),
  recurrenceStart: () => ({
    sent: '2033-05-03 10:00:00',
    select: 'series { localStart }',
    read: { localStart: '2033-05-03 10:00:00' },
    beside: {
      start: '2033-05-04 10:00',
      end: '2033-05-04 11:00',
      recurrence: { rule: 'FREQ=DAILY;COUNT=3' },
    },
  }),
  recurrenceExceptions: () => ({
    sent: ['2033-05-05'],
    beside: {
      start: '2033-05-04 10:00',
      end: '2033-05-04 11:00',
      recurrence: { rule: 'FREQ=DAILY;COUNT=3' },
    },
    select: 'series { exceptions }',
    read: { exceptions: ['2033-05-05 10:00:00'] },
  }),
};

const ANY: Record<string, readonly unknown[]> = {
  Url: ['https://example.test/'],
  Boolean: [true, false],
};

function samplesOf(kind: Kind, { name, type }: GraphQLInputField): readonly Sample[] {
  const special = SPECIAL[name];
  if (special) return [special(kind)];
  const typeName = getNamedType(type).name;
  const values = typeName === 'String' ? [`text ${++made}`] : ANY[typeName];
  if (!values) throw new Error(`say in SPECIAL what ${name} takes`);
  return values.map((sent) => ({ sent }));
}

async function stored(field: string, kind: Kind, input: object, id?: number, select = 'id') {
  const verb = id === undefined ? 'Create' : 'Update';
  const by = id === undefined ? '' : `by: { databaseId: ${id} }, `;
  const data = await world.query(
    `mutation ($input: ${verb}${kind}Input!) { ${field}(${by}input: $input) { done: ${kind.toLowerCase()} { databaseId ${select} } } }`,
    world.server.admin,
    { input },
  );
  return Object(data[field]).done as { databaseId: number } & Record<string, unknown>;
}

const fieldsOf = (input: string): GraphQLInputField[] => {
  const type = schema.getType(input);
  if (!isInputObjectType(type)) throw new Error(`${input} is no input`);
  return Object.values(type.getFields());
};

describe.each(KINDS)('%s', (kind) => {
  test.each(fieldsOf(`Create${kind}Input`).map((field) => [field.name, field] as const))(
    'create stores %s',
    async (name, field) => {
      for (const { sent, select = name, read = sent, beside } of samplesOf(kind, field)) {
        const input = { ...BASE[kind](), ...beside, [name]: sent };
        const answer = await stored(`create${kind}`, kind, input, undefined, select);
        expect(answer[/^\w+/.exec(select)?.[0] ?? '']).toEqual(read);
      }
    },
  );

  test.each(fieldsOf(`Update${kind}Input`).map((field) => [field.name, field] as const))(
    'update stores %s',
    async (name, field) => {
      const { databaseId } = await stored(`create${kind}`, kind, BASE[kind]());
      for (const { sent, select = name, read = sent, beside } of samplesOf(kind, field)) {
        const answer = await stored(`update${kind}`, kind, { ...beside, [name]: sent }, databaseId, select);
        expect(answer[/^\w+/.exec(select)?.[0] ?? '']).toEqual(read);
      }
    },
  );
});
