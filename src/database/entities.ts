import type { InferKyselyDB } from '@mikro-orm/postgresql';
import {
  EventEntity,
  EventOrganizerEntity,
  EventTermEntity,
  EventVenueEntity,
} from '../events/event.entity.ts';
import { ImageEntity } from '../images/image.entity.ts';
import { OrganizerEntity } from '../organizers/organizer.entity.ts';
import { TermEntity } from '../terms/term.entity.ts';
import { ApplicationPasswordEntity, SettingEntity, UserEntity } from '../users/user.entity.ts';
import { VenueEntity } from '../venues/venue.entity.ts';

export const entities = [
  EventEntity,
  EventVenueEntity,
  EventOrganizerEntity,
  EventTermEntity,
  VenueEntity,
  OrganizerEntity,
  TermEntity,
  ImageEntity,
  UserEntity,
  ApplicationPasswordEntity,
  SettingEntity,
] as const;

/** The tables as Kysely sees them: names as in PostgreSQL. */
export type Tables = InferKyselyDB<(typeof entities)[number]>;
