import { compact, oneLineText, standalone } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { DirectoryValues } from '../content/directory.definition.ts';
import { linkedListFilters } from '../content/directory.filters.ts';
import { defineDirectory } from '../content/directory.ts';
import { FOR_CHANGE } from '../content/lock.ts';
import { imageUrl } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import {
  ORGANIZER_FIELDS,
  OrganizerEntity,
  type OrganizerRecord,
  selectOrganizers,
} from './organizer.entity.ts';

export type OrganizerValues = DirectoryValues<typeof ORGANIZER_FIELDS>;

/** All queries, commands and operations of organizers. */
export const ORGANIZERS = defineDirectory({
  kind: 'organizer',
  type: 'Organizer',
  fields: ORGANIZER_FIELDS,
  select: selectOrganizers,
  filters: linkedListFilters('organizer'),
  findRow: (em, id) => em.findOne(OrganizerEntity, id, FOR_CHANGE),
  insert: (em, row) => em.create(OrganizerEntity, row),
  payload: (organizer) => ({ organizer }),
});

const PAGES = recordPages('organizer');

/** The organizer of an event as a schema.org Organization (rules#linked-data). */
export const organizerJsonLd = (organizer: OrganizerRecord, context: Context): Record<string, unknown> =>
  compact({
    '@type': 'Organization',
    name: organizer.name,
    url: context.urls.site + pageAddress(PAGES, organizer.slug),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  });

/** A standalone organizer. Events omit the description and the image, because an event may have many organizers. */
export const organizerDocument = async (
  organizer: OrganizerRecord,
  context: Context,
): Promise<Record<string, unknown>> =>
  standalone(
    compact({
      ...organizerJsonLd(organizer, context),
      description: oneLineText(organizer.description),
      image: await imageUrl(organizer, context),
    }),
  );
