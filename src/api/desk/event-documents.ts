import type { Event, Image, Series, Venue } from '../../domain/generated/schema.ts';
import { document, TIMES } from '../pages/public/page-documents.ts';
import type { EventRow, StatusName } from './records.ts';

/** A record to choose. */
export type Named = Pick<Venue, 'databaseId' | 'name'>;

/** An event as the form reads it. */
export type StoredEvent = Omit<EventRow, 'series' | 'status'> &
  Pick<
    Event,
    | 'title'
    | 'description'
    | 'excerpt'
    | 'cost'
    | 'website'
    | 'isHidden'
    | 'isSticky'
    | 'isFeatured'
    | 'onlineUrl'
  > & {
    readonly status: StatusName;
    /** Of publication; null for drafts. */
    readonly publishedAt: string | null;
    readonly image: Pick<Image, 'databaseId' | 'url' | 'alt'> | null;
    readonly venues: readonly Named[];
    readonly organizers: readonly Named[];
    readonly categories: readonly Named[];
    readonly tags: readonly { readonly name: string }[];
    readonly series:
      | (Pick<Series, 'rule' | 'dates' | 'exceptions' | 'localStart' | 'text'> & {
          readonly parent: { readonly databaseId: number } | null;
        })
      | null;
  };

const NAMED = '{ databaseId name }';

export const READ_EVENT = document<{
  readonly record: StoredEvent;
}>(`query ($by: EventBy!) { record: event(by: $by) {
  databaseId authorId status publishedAt name: title title url description excerpt cost website ${TIMES}
  isHidden isSticky isFeatured isOnline onlineUrl image { databaseId url alt } venue { name city } venues ${NAMED}
  organizers ${NAMED} categories ${NAMED} tags { name }
  series { rule dates exceptions localStart text parent { databaseId } }
} }`);

export type Choosable = readonly (Named & { readonly city?: string | null })[];

/** The records and terms that an event can be linked to. */
export interface EventChoices {
  readonly venues: { readonly nodes: Choosable };
  readonly organizers: { readonly totalCount: number; readonly nodes: Choosable };
  readonly categories: {
    readonly nodes: readonly (Named & { readonly parent: { readonly databaseId: number } | null })[];
  };
  readonly tags: { readonly nodes: readonly { readonly name: string }[] };
}

const BY_NAME = 'first: $most, orderBy: { field: NAME }';
const EMPTY_TOO = 'filter: { hideEmpty: false }';

export const EVENT_CHOICES = document<EventChoices>(`query ($most: Int, $fewest: Int) {
  venues(${BY_NAME}) { nodes { databaseId name city } }
  organizers(${BY_NAME}) { totalCount nodes ${NAMED} }
  categories(${BY_NAME}, ${EMPTY_TOO}) { nodes { databaseId name parent { databaseId } } }
  tags(first: $fewest, orderBy: { field: EVENT_COUNT, direction: DESC }, ${EMPTY_TOO}) { nodes { name } }
}`);

export const EVENT_DOCUMENTS = [READ_EVENT, EVENT_CHOICES] as const;
