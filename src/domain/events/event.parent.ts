import type { Loader } from '../context/context.ts';
import { readableEvents } from './event.queries.ts';
import type { HydratedEvent } from './event.record.ts';
import type { EventSelection } from './event.selection.ts';

/** An event by its id, and what is selected of it. */
interface SelectedParent {
  readonly id: number;
  readonly selection: EventSelection;
}

const groupKey = ({ selection }: SelectedParent): string => JSON.stringify(selection);
const cacheKey = (key: SelectedParent): string => `${key.id} ${groupKey(key)}`;

/**
 * The parents of events, read together; null for one that does not exist, is in the trash, or that the caller may not
 * read.
 */
export const readableParent: Loader<SelectedParent, HydratedEvent | null> = {
  cacheKey,
  async batch(context, keys) {
    const parents = new Map<string, HydratedEvent | null>();
    for (const same of Map.groupBy(keys, groupKey).values()) {
      const [first] = same;
      if (!first) continue;
      const ids = same.map(({ id }) => id);
      const events = await readableEvents(context, ids, first.selection);
      for (const [at, key] of same.entries()) parents.set(cacheKey(key), events[at] ?? null);
    }
    return keys.map((key) => {
      const parent = parents.get(cacheKey(key)) ?? null;
      return parent?.status === 'trash' ? null : parent;
    });
  },
};
