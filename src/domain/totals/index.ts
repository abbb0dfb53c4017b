export type { TotalScope } from './scope.ts';
export { type Bound, materializedTotal, type Surplus, type TotalledList } from './total.ts';
