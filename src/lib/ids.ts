/** Ids are PostgreSQL's `integer`. */
export const LARGEST_ID = 2 ** 31 - 1;

export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id <= LARGEST_ID;
