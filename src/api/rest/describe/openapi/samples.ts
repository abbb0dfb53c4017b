import type { Json } from '../../../contract/types.ts';
import type { Node } from './components.ts';

/** Made-up values for the examples of the document: `samples.json`, beside the contract. */
export interface Samples {
  /** Address of the namespace in examples. */
  api: string;
  /**
   * Values by `Record.key` or by `key`. Missing ones are made up from their type, so examples are never
   * incomplete.
   */
  values: Readonly<Record<string, Json>>;
  /** Bodies worth copying, by operation. */
  bodies: Readonly<Record<string, Node>>;
}
