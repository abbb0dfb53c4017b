/** A revision of the specification. */
export type Revision = 'A' | 'B';
