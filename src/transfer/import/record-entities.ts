import type { EntityCtor, EntityManager } from '@mikro-orm/postgresql';
import { EventEntity } from '../../domain/events/event.entity.ts';
import { OrganizerEntity } from '../../domain/organizers/organizer.entity.ts';
import { VenueEntity } from '../../domain/venues/venue.entity.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Status } from '../../lib/statuses.ts';
import { UNMANAGED } from '../../platform/postgres/orm.ts';

/** The columns of records that an import looks at, whatever their kind. */
interface RecordRow {
  id: number;
  status: Status;
  slug: string;
  lineage: string[];
}

/** The entities of records, by what they share. */
export const RECORD_ENTITIES: Readonly<Record<RecordKind, EntityCtor<RecordRow>>> = {
  event: EventEntity.class,
  venue: VenueEntity.class,
  organizer: OrganizerEntity.class,
};

/** The largest id of these entities; 0 when there are none. */
export async function lastIdOf(
  em: EntityManager,
  entities: readonly EntityCtor<{ id: number }>[],
): Promise<number> {
  let last = 0;
  for (const entity of entities) {
    const [row] = await em.find(
      entity,
      {},
      { ...UNMANAGED, fields: ['id'], orderBy: { id: 'desc' }, limit: 1 },
    );
    last = Math.max(last, row?.id ?? 0);
  }
  return last;
}
