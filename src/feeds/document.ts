import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type NameNode,
  OperationTypeNode,
  parse,
  parseType,
  validate,
} from 'graphql';
import type { Category, Event, Organizer, Tag, Venue } from '../generated/schema.ts';

/** What feeds tell of an event. */
const SELECTION = /* GraphQL */ `
  {
    globalId status dateUtc modifiedUtc url title description excerpt
    allDay startDate endDate utcStartDate utcEndDate startsAt endsAt timezone
    venues { name address city stateprovince zip country geoLat geoLng }
    organizers { name email url }
    categories { name }
    tags { name }
  }
`;

export type FeedVenue = Pick<
  Venue,
  'name' | 'address' | 'city' | 'stateprovince' | 'zip' | 'country' | 'geoLat' | 'geoLng'
>;
export type FeedOrganizer = Pick<Organizer, 'name' | 'email' | 'url'>;

type Own =
  | ('globalId' | 'status' | 'dateUtc' | 'modifiedUtc' | 'url' | 'title' | 'description' | 'excerpt')
  | ('allDay' | 'startDate' | 'endDate' | 'utcStartDate' | 'utcEndDate' | 'startsAt' | 'endsAt' | 'timezone');

/** An event as {@link SELECTION} asks for it. */
export interface FeedEvent extends Pick<Event, Own> {
  venues: readonly FeedVenue[];
  organizers: readonly FeedOrganizer[];
  categories: readonly Pick<Category, 'name'>[];
  tags: readonly Pick<Tag, 'name'>[];
}

const named = (value: string): NameNode => ({ kind: Kind.NAME, value });

/**
 * The operation of a feed: a root field with all arguments that it has in this revision, each as a variable.
 * @throws Error at boot when the schema lacks what feeds show
 */
function operation(schema: GraphQLSchema, field: 'event' | 'events'): DocumentNode {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? [];
  const [asked] = parse(field === 'events' ? `{ nextCursor events ${SELECTION} }` : SELECTION).definitions;
  if (asked?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A feed asks with one operation');
  const variable = (name: string) => ({ kind: Kind.VARIABLE, name: named(name) }) as const;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        name: named(`Feed_${field}`),
        variableDefinitions: args.map(({ name, type }) => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable: variable(name),
          type: parseType(String(type)),
        })),
        selectionSet: {
          kind: Kind.SELECTION_SET,
          selections: [
            {
              kind: Kind.FIELD,
              name: named(field),
              arguments: args.map(({ name }) => ({
                kind: Kind.ARGUMENT,
                name: named(name),
                value: variable(name),
              })),
              selectionSet: asked.selectionSet,
            },
          ],
        },
      },
    ],
  };
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return document;
}

/** What feeds ask: a page of the list, and one event. */
export const feedDocuments = (schema: GraphQLSchema): { list: DocumentNode; one: DocumentNode } => ({
  list: operation(schema, 'events'),
  one: operation(schema, 'event'),
});

// What was asked for has been checked against the schema, so the data has its form.
export const isList = (
  data: unknown,
): data is { events: { events: FeedEvent[]; nextCursor: string | null } } =>
  typeof data === 'object' && data !== null && 'events' in data;
export const isOne = (data: unknown): data is { event: FeedEvent } =>
  typeof data === 'object' && data !== null && 'event' in data;
