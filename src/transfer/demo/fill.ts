import type { Context } from '../../domain/context/context.ts';
import { createEvent } from '../../domain/events/event.commands.ts';
import { ORGANIZERS } from '../../domain/organizers/index.ts';
import { createTerm } from '../../domain/terms/term.commands.ts';
import { VENUES } from '../../domain/venues/index.ts';
import { ACTIVE } from './active.data.ts';
import { ARTS } from './arts.data.ts';
import { eventInputs } from './event.input.ts';
import type { DemoCategory } from './model.ts';
import { MUSIC } from './music.data.ts';
import { PEOPLE } from './people.data.ts';
import { PLACES } from './places.data.ts';
import { TALKS } from './talks.data.ts';
import { CATEGORIES, TAGS } from './terms.data.ts';

async function createAll<I extends { name: string }>(
  inputs: readonly I[],
  create: (input: I) => Promise<number>,
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const input of inputs) ids.set(input.name, await create(input));
  return ids;
}

async function createCategories(
  context: Context,
  categories: readonly DemoCategory[],
  parent: number,
): Promise<void> {
  for (const { name, description, children = [] } of categories) {
    const { id } = await createTerm(context, 'category', { name, description, parentId: parent });
    await createCategories(context, children, id);
  }
}

/**
 * Stores the demo calendar by the commands that the API uses, so that it is checked like everything else.
 * @returns how many events it has
 */
export async function fill(context: Context): Promise<number> {
  await createCategories(context, CATEGORIES, 0);
  for (const tag of TAGS) await createTerm(context, 'tag', tag);
  const venues = await createAll(PLACES, (venue) => VENUES.create(context, venue));
  const organizers = await createAll(PEOPLE, (organizer) => ORGANIZERS.create(context, organizer));
  const zone = context.settings.timezone;
  const inputs = [...MUSIC, ...ARTS, ...ACTIVE, ...TALKS].flatMap((event) =>
    eventInputs(event, { venues, organizers, zone }, context.clock.nowUtc),
  );
  // In the order in which they take place, as somebody would have entered them, so that ids grow with dates.
  for (const input of inputs.sort((a, b) => String(a.startDate).localeCompare(String(b.startDate))))
    await createEvent(context, input);
  return inputs.length;
}
