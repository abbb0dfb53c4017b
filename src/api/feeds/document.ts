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
import type { Category, Event, Organizer, Series, Tag, Venue } from '../../domain/generated/schema.ts';
import type { Answered } from '../graphql/runner.ts';

const FIELDS = /* GraphQL */ `
    globalId status dateUtc modifiedUtc url title description excerpt
    allDay startDate endDate utcStartDate utcEndDate startsAt endsAt timezone
    venues { name address city stateprovince zip country geoLat geoLng }
    eventStatus eventStatusReason isVirtual virtualUrl
    organizers { name email url }
    categories { name }
    tags { name }
`;
/** What feeds ask of an event. */
export const SELECTION = `{ ${FIELDS} }`;
/** What a feed of series asks of an event. */
export const SERIES_SELECTION = /* GraphQL */ `
  { ${FIELDS} recurrenceId isDetached series { globalId rule dates exceptions start } }
`;

export type FeedVenue = Pick<
  Answered<Venue>,
  'name' | 'address' | 'city' | 'stateprovince' | 'zip' | 'country' | 'geoLat' | 'geoLng'
>;
export type FeedOrganizer = Pick<Answered<Organizer>, 'name' | 'email' | 'url'>;

type FeedField =
  | ('globalId' | 'status' | 'dateUtc' | 'modifiedUtc' | 'url' | 'title' | 'description' | 'excerpt')
  | ('eventStatus' | 'eventStatusReason' | 'isVirtual' | 'virtualUrl')
  | ('allDay' | 'startDate' | 'endDate' | 'utcStartDate' | 'utcEndDate' | 'startsAt' | 'endsAt' | 'timezone');

/** An event as {@link SELECTION} asks for it. */
export interface FeedEvent extends Pick<Answered<Event>, FeedField> {
  venues: readonly FeedVenue[];
  organizers: readonly FeedOrganizer[];
  categories: readonly Pick<Category, 'name'>[];
  tags: readonly Pick<Tag, 'name'>[];
}

/** An event as {@link SERIES_SELECTION} asks for it. */
export interface SeriesEvent extends FeedEvent, Pick<Answered<Event>, 'recurrenceId' | 'isDetached'> {
  series: Pick<Answered<Series>, 'globalId' | 'rule' | 'dates' | 'exceptions' | 'start'> | null;
}

const nameNode = (value: string): NameNode => ({ kind: Kind.NAME, value });

/**
 * The document that asks a root field, with a variable for each argument that it has in this revision.
 * @param selection what to ask of the answer: `{ total venues { name } }`
 * @throws Error when the schema does not allow it
 */
export function operationDocument(schema: GraphQLSchema, field: string, selection: string): DocumentNode {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? [];
  const [operation] = parse(selection).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('A feed asks with one operation');
  const variable = (name: string) => ({ kind: Kind.VARIABLE, name: nameNode(name) }) as const;
  const document: DocumentNode = {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: OperationTypeNode.QUERY,
        name: nameNode(`Feed_${field}`),
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
              name: nameNode(field),
              arguments: args.map(({ name }) => ({
                kind: Kind.ARGUMENT,
                name: nameNode(name),
                value: variable(name),
              })),
              selectionSet: operation.selectionSet,
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

/** A page of the list of events. @param selection what to ask of each event: `{ title url }` */
export const listDocument = (schema: GraphQLSchema, selection: string): DocumentNode =>
  operationDocument(schema, 'events', `{ nextCursor events ${selection} }`);

/** The total of a list, and the event that was changed last: they show whether the list has changed. */
export const stateDocument = (schema: GraphQLSchema): DocumentNode =>
  operationDocument(schema, 'events', '{ total events { id modifiedUtc } }');

/** One event. */
export const oneDocument = (schema: GraphQLSchema): DocumentNode =>
  operationDocument(schema, 'event', SELECTION);

// The documents were checked against the schema, so the data has the form that they ask for.
export const isListAnswer = <E>(
  data: unknown,
): data is { events: { events: E[]; nextCursor: string | null } } =>
  typeof data === 'object' && data !== null && 'events' in data;
export const isStateAnswer = (
  data: unknown,
): data is { events: { total: number; events: readonly Pick<Event, 'id' | 'modifiedUtc'>[] } } =>
  typeof data === 'object' && data !== null && 'events' in data;
export const isOneAnswer = (data: unknown): data is { event: FeedEvent } =>
  typeof data === 'object' && data !== null && 'event' in data;
