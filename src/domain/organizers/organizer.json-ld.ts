import { compact, oneLineText } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerRecord } from './organizer.record.ts';

const PAGES = recordPages('organizer');

/** An organizer as a schema.org Organization (rules#linked-data). */
export const organizerJsonLd = (organizer: OrganizerRecord, context: Context): Record<string, unknown> =>
  compact({
    '@type': 'Organization',
    name: organizer.name,
    description: oneLineText(organizer.description),
    url: context.urls.site + pageAddress(PAGES, organizer.slug),
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: organizer.website,
  });
