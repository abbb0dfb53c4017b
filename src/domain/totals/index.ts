export type { TotalScope } from './scope.ts';
export { type Bound, keptTotal, type Surplus, type TotalledList } from './total.ts';
