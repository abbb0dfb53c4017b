import { computedContentFields } from '../content/record.ts';
import type { OrganizerResolvers } from '../generated/schema.ts';
import type { Computed } from '../resource/complete.ts';
import { organizerDocument } from './organizer.json-ld.ts';
import type { OrganizerRecord } from './organizer.record.ts';

export const computedOrganizerFields = {
  ...computedContentFields('organizer'),
  jsonLd: organizerDocument,
} satisfies Computed<OrganizerRecord, OrganizerResolvers>;
