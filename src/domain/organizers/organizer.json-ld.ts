import { compact, oneLineText } from '../../lib/json-ld.ts';
import { pageAddress, recordPages } from '../../lib/page-addresses.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerRecord } from './organizer.record.ts';

const PAGES = recordPages('organizer');

/** An organizer by itself. Nobody has said whether it is a person, and a schema.org Thing has no telephone (rules#linked-data). */
export const organizerJsonLd = (organizer: OrganizerRecord, context: Context): Record<string, unknown> =>
  compact({
    '@type': 'Thing',
    name: organizer.name,
    description: oneLineText(organizer.description),
    url: context.urls.site + pageAddress(PAGES, organizer.slug),
    sameAs: organizer.website,
  });

/** The organizer of an event, with all that is known of it: there it needs no type. */
export function organizerOfEventJsonLd(
  organizer: OrganizerRecord,
  context: Context,
): Record<string, unknown> {
  const { '@type': _type, ...members } = organizerJsonLd(organizer, context);
  return compact({ ...members, telephone: organizer.phone, email: organizer.email });
}
