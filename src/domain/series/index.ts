export { seriesJsonLd } from './series.json-ld.ts';
export {
  assertFits,
  beginningOf,
  horizonOf,
  isOpen,
  isSamePlan,
  movedPlan,
  movedStart,
  plannedStarts,
  planOf,
  type RecurrenceOf,
  readPlan,
  restOf,
  saysRecurrence,
  seriesText,
  storedUntil,
  withoutExceptions,
} from './series.plan.ts';
