import type { Context } from '../context/context.ts';
import type { Resource } from '../resource/resource.ts';
import { seriesEntities } from './series.entity.ts';
import { seriesText } from './series.plan.ts';
import type { SeriesRecord } from './series.record.ts';

/** Resolvers of series; `src/domain/events` resolves their events. */
export const resource: Resource = {
  entities: seriesEntities,
  computed: {
    Series: {
      databaseId: ({ id }: SeriesRecord) => id,
      uid: ({ id }: SeriesRecord, { urls }: Context) => `${urls.host}?series=${id}`,
      localStart: ({ startLocal }: SeriesRecord) => startLocal,
      text: (series: SeriesRecord, { settings }: Context) => seriesText(series, settings.locale),
    },
  },
  resolvers: {},
};
