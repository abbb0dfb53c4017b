/** Which revision of the specification the service follows. */
export type Revision = 'A' | 'B';
