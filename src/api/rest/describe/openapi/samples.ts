import type { Json } from '../../../contract/types.ts';
import type { Node } from './components.ts';

/** Sample values for examples in the document (`samples.json`). */
export interface Samples {
  /** Address of the namespace in examples. */
  api: string;
  /** Values by `Record.key` or by `key`. Missing values are derived from their type. */
  values: Readonly<Record<string, Json>>;
  /** Sample bodies, by operation. */
  bodies: Readonly<Record<string, Node>>;
}
