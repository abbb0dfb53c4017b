export type { TotalScope } from './scope.ts';
export { type Bound, keptTotal, type TotalledList } from './total.ts';
