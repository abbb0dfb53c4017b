import { isEnumType } from 'graphql';
import type { Resource } from '../resource/resource.ts';

/** The query `service`: version, settings and error codes. @param version of the service */
export const serviceResource = (version: string): Resource => ({
  entities: [],
  queries: {
    service: {
      run: async ({ settings }, _args, _authorized, info) => {
        const codes = info.schema.getType('ErrorCode');
        return {
          version,
          timezone: settings.timezone,
          locale: settings.locale,
          defaultPageSize: settings.perPage,
          maxPageSize: settings.maxPerPage,
          errorCodes: isEnumType(codes) ? codes.getValues().map(({ value }) => value) : [],
        };
      },
    },
  },
  resolvers: {},
});
