/** Number of pages that hold `total` records, `perPage` (1 or more) on each; 0 when there are none. */
export const totalPages = (total: number, perPage: number): number =>
  total > 0 && perPage > 0 ? Math.ceil(total / perPage) : 0;
