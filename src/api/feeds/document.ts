import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import type { Category, Event, Organizer, Series, Tag, Venue } from '../../domain/generated/schema.ts';
import type { RunnerResult } from '../graphql/runner.ts';

const FIELDS = /* GraphQL */ `
    globalId status dateUtc modifiedUtc url title description excerpt
    isAllDay localStart localEnd utcStartDate utcEndDate startsAt endsAt timezone
    venues { name address city region zip country latitude longitude }
    scheduleStatus scheduleStatusReason isOnline onlineUrl
    organizers { name email url }
    categories { name }
    tags { name }
`;
export const SELECTION = `{ ${FIELDS} }`;
export const SERIES_SELECTION = /* GraphQL */ `
  { ${FIELDS} plannedLocalStart isDetached series { uid rule dates exceptions localStart } }
`;

export type FeedVenue = Pick<
  RunnerResult<Venue>,
  'name' | 'address' | 'city' | 'region' | 'zip' | 'country' | 'latitude' | 'longitude'
>;
export type FeedOrganizer = Pick<RunnerResult<Organizer>, 'name' | 'email' | 'url'>;

type FeedField =
  | ('globalId' | 'status' | 'dateUtc' | 'modifiedUtc' | 'url' | 'title' | 'description' | 'excerpt')
  | ('scheduleStatus' | 'scheduleStatusReason' | 'isOnline' | 'onlineUrl')
  | (
      | 'isAllDay'
      | 'localStart'
      | 'localEnd'
      | 'utcStartDate'
      | 'utcEndDate'
      | 'startsAt'
      | 'endsAt'
      | 'timezone'
    );

/** An event in the form of {@link SELECTION}. */
export interface FeedEvent extends Pick<RunnerResult<Event>, FeedField> {
  venues: readonly FeedVenue[];
  organizers: readonly FeedOrganizer[];
  categories: readonly Pick<Category, 'name'>[];
  tags: readonly Pick<Tag, 'name'>[];
}

/** An event in the form of {@link SERIES_SELECTION}. */
export interface SeriesEvent
  extends FeedEvent,
    Pick<RunnerResult<Event>, 'plannedLocalStart' | 'isDetached'> {
  series: Pick<RunnerResult<Series>, 'uid' | 'rule' | 'dates' | 'exceptions' | 'localStart'> | null;
}

/**
 * Creates a document for one root field, with a variable for each of its arguments.
 * @param selection of the result: `{ totalCount nodes { name } }`; a test checks those of the feeds against the schema
 */
export function operationDocument(schema: GraphQLSchema, field: string, selection: string): DocumentNode {
  const args = schema.getQueryType()?.getFields()[field]?.args ?? [];
  const variables = args.map(({ name, type }) => `$${name}: ${String(type)}`);
  const passed = args.map(({ name }) => `${name}: $${name}`);
  return parse(`query Feed_${field}(${variables.join()}) { ${field}(${passed.join()}) ${selection} }`);
}

const hasResult = <A>(data: unknown, field: string): data is Record<string, A> =>
  typeof data === 'object' && data !== null && field in data;

/**
 * The result of a root field. `A` is the form that {@link operationDocument} selects, which the schema guarantees.
 * @throws Error when there is none
 */
export function resultOf<A>(data: unknown, field: string): A {
  const result = hasResult<A>(data, field) ? data[field] : undefined;
  if (!result) throw new Error(`Query.${field} returned neither a result nor an error`);
  return result;
}
