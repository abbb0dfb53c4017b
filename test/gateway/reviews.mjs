import { buildSchema } from 'graphql';

/** A subgraph that knows only the ids of events and venues, and what visitors say of them. */
export const REVIEWS = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
type Query { reviews: [Review!]! }
type Review { text: String! event: Event venue: Venue user: User }
type Event @key(fields: "id") { id: Int! stars: Int! }
type Venue @key(fields: "id") { id: Int! }
type User @key(fields: "id") { id: Int! }
`;

const own = REVIEWS.replace(/^extend schema.*$/m, '').replaceAll(/@key\(fields: "id"\)/g, '');
export const reviews = buildSchema(`${own}
scalar _Any
type _Service { sdl: String! }
union _Entity = Event | Venue | User
extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`);

const { reviews: list, _service: service, _entities: entities } = reviews.getQueryType().getFields();
// Ids that the test has made: VENUE, SHOWN and HIDDEN of the environment; nothing has the last one.
const { VENUE, SHOWN, HIDDEN } = process.env;
const event = (id) => ({ __typename: 'Event', id: Number(id), stars: 5 });
list.resolve = () => [
  { text: 'Great.', event: event(SHOWN), venue: { id: Number(VENUE) } },
  { text: 'Secret.', event: event(HIDDEN) },
  { text: 'Gone.', event: event(999_999), user: { id: 1 } },
];
service.resolve = () => ({ sdl: REVIEWS });
entities.resolve = (_root, { representations }) =>
  representations.map(({ __typename, id }) => ({ __typename, id, stars: 5 }));
