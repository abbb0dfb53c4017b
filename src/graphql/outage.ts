import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { ERRORS, type ErrorCode, RETRY_SECONDS } from '../errors.ts';
import type { ApolloContext } from './gateway.ts';

const UNAVAILABLE = 'service_unavailable' satisfies ErrorCode;
const isUnavailable = ({ extensions }: GraphQLFormattedError): boolean => extensions?.code === UNAVAILABLE;
const isNothing = (data: object | null | undefined): boolean =>
  Object.values(data ?? {}).every((value) => value === null);

/**
 * An answer that is lost as a whole because the database is away is no 200: proxies and clients see that it
 * pays to ask again, and when.
 */
export const outage: ApolloServerPlugin<ApolloContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body, http } }) => {
      if (body.kind !== 'single') return;
      const { data, errors = [] } = body.singleResult;
      if (!isNothing(data) || !errors.some(isUnavailable)) return;
      http.status = ERRORS[UNAVAILABLE][0];
      http.headers.set('retry-after', String(RETRY_SECONDS));
    },
  }),
};
