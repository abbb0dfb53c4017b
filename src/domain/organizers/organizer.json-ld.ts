import { compact, oneLineText, standalone } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerRecord } from './organizer.record.ts';

const PAGES = recordPages('organizer');

/** An organizer of an event as a schema.org Organization (rules#linked-data). */
export const organizerJsonLd = (organizer: OrganizerRecord, context: Context): Record<string, unknown> =>
  compact({
    '@type': 'Organization',
    name: organizer.name,
    url: context.urls.site + pageAddress(PAGES, organizer.slug),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  });

/** An organizer by itself. Its description is left out of events, which may have many organizers. */
export const organizerDocument = (organizer: OrganizerRecord, context: Context): Record<string, unknown> =>
  standalone(
    compact({
      ...organizerJsonLd(organizer, context),
      description: oneLineText(organizer.description),
    }),
  );
