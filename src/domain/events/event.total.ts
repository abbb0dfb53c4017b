import type { Status, Visibility } from '../access/policy.ts';
import { countRows } from '../content/count.ts';
import { isSlowSearch } from '../content/search.ts';
import { allOf, type Condition, visibleIn } from '../content/visibility.ts';
import type { Context } from '../context/context.ts';
import type { QueryEventsArgs } from '../generated/schema.ts';
import {
  type Bound,
  materializedTotal,
  type Surplus,
  type TotalledList,
  type TotalScope,
} from '../totals/index.ts';

/** A condition of a list, and what it is in the terms of materialized totals; nothing, when they have no other events. */
export interface ConditionWithTotals {
  readonly condition: Condition;
  readonly bound?: Bound;
  /** All that meet it are in one of these at least. */
  readonly scopes?: readonly TotalScope[];
  /** Where some are in several of these, or these have others. */
  readonly surplus?: Omit<Surplus, 'others'>;
  readonly featured?: boolean;
}

/** A condition of a list; materialized totals know nothing of one that is not {@link ConditionWithTotals}. */
export type EventCondition = Condition | ConditionWithTotals;

const isKnown = (condition: EventCondition): condition is ConditionWithTotals => 'condition' in condition;

export const asCondition = (condition: EventCondition): Condition =>
  isKnown(condition) ? condition.condition : condition;

/** The dates that bound a list, as far as totals know them. */
export const boundsOf = (conditions: readonly EventCondition[]): Bound[] =>
  conditions.flatMap((condition) => (isKnown(condition) ? (condition.bound ?? []) : []));

/** What a list shows the caller, as it is stored; null where that depends on who wrote an event. */
function shown({
  statuses,
  scope,
}: Visibility): (Pick<TotalledList, 'statuses'> & { isPublished: boolean }) | null {
  const has = (status: Status): boolean => statuses.includes(status);
  if (scope === 'published') return has('publish') ? { statuses: ['publish'], isPublished: true } : null;
  // What is to come alone is a few events, which have an index.
  if (scope !== 'all' || (has('future') && !has('publish'))) return null;
  return {
    statuses: statuses.filter((status) => status !== 'future'),
    isPublished: has('publish') && !has('future'),
  };
}

/**
 * A list in the terms of materialized totals; null for one that has to be counted.
 * @param conditions of the list, besides what the caller may see
 */
export function totalledList(
  conditions: readonly EventCondition[],
  visibility: Visibility,
  publishedBy: string,
): TotalledList | null {
  const visible = shown(visibility);
  const known = conditions.filter(isKnown);
  const scoped = known.filter(({ scopes }) => scopes !== undefined);
  if (!visible || known.length < conditions.length || scoped.length > 1) return null;
  const [{ scopes, surplus } = {}] = scoped;
  const others = (): Condition =>
    allOf([
      visibleIn('event', visibility, publishedBy),
      ...known.filter((one) => !one.scopes).map(asCondition),
    ]);
  return {
    scopes: scopes ?? [{ kind: 'all', refs: [] }],
    surplus: surplus ? { ...surplus, others: others() } : null,
    statuses: visible.statuses,
    publishedBy: visible.isPublished ? publishedBy : null,
    featured: known.find(({ featured }) => featured !== undefined)?.featured ?? null,
    bounds: boundsOf(known),
  };
}

/** How many events a list has: by materialized totals, or else counted. @param totalled null for one that has to be counted */
export const countEvents = async (
  context: Context,
  { search }: QueryEventsArgs,
  condition: Condition,
  totalled: TotalledList | null,
): Promise<number> =>
  (totalled && (await materializedTotal(context, totalled))) ??
  countRows(context, 'event', condition, isSlowSearch(search));
