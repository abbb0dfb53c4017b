import { standalone } from '../../lib/json-ld.ts';
import { computedContentFields } from '../content/record.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { organizerJsonLd } from './organizer.json-ld.ts';
import type { OrganizerRecord } from './organizer.record.ts';

export const computedOrganizerFields = {
  ...computedContentFields('organizer'),
  jsonLd: (organizer: OrganizerRecord, context: Context) => standalone(organizerJsonLd(organizer, context)),
} satisfies Computed<OrganizerRecord, OrganizerResolvers>;
