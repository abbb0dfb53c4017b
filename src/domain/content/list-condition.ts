import type { RecordKind } from '../../lib/kinds.ts';
import { type Status, visibility } from '../access/policy.ts';
import type { Context } from '../context/context.ts';
import { type Checks, type Filters, foldFilters } from '../resource/checks.ts';
import { allOf, type Condition, visibleIn } from './visibility.ts';

/**
 * The condition of a list: records that the caller may see, with the statuses of the arguments, that meet the
 * other arguments. @throws ServiceError rest_invalid_param, rest_forbidden
 */
export async function recordListCondition<Args extends { status?: Status[] | null | undefined }>(
  context: Context,
  kind: RecordKind,
  filters: Filters<Args, Condition>,
  args: Args,
  checks?: Checks,
): Promise<Condition> {
  const visible = visibleIn(kind, visibility(context.caller, args.status), context.published.by);
  return allOf([visible, ...(await foldFilters(context, filters, args, checks))]);
}
