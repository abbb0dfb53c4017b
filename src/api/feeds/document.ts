import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql';
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

type FeedVenue = Pick<
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

/**
 * The document that asks a root field, with a variable for each argument that it has in this revision.
 * @param selection what to ask of the answer: `{ total venues { name } }`
 * @throws Error when the schema does not allow it
 */
export function operationDocument(schema: GraphQLSchema, field: string, selection: string): DocumentNode {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? [];
  const variables = args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = args.map(({ name }) => `${name}: $${name}`);
  const document = parse(
    `query Feed_${field}(${variables.join()}) { ${field}(${passed.join()}) ${selection} }`,
  );
  const errors = validate(schema, document);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return document;
}

const isAnswer = <A>(data: unknown, field: string): data is Record<string, A> =>
  typeof data === 'object' && data !== null && field in data;

/**
 * The answer of a root field. `A` is the form that {@link operationDocument} asks for, which the schema guarantees.
 * @throws Error when there is none
 */
export function answerOf<A>(data: unknown, field: string): A {
  const answer = isAnswer<A>(data, field) ? data[field] : undefined;
  if (!answer) throw new Error(`Query.${field} answered nothing, and no error either`);
  return answer;
}
