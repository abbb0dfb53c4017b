import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../../domain/generated/schema.ts';
import { ERRORS, RETRY_SECONDS } from '../../lib/errors.ts';
import type { ApolloContext } from './gateway.ts';

const UNAVAILABLE = 'UNAVAILABLE' satisfies ErrorCode;
const saysUnavailable = ({ extensions }: GraphQLFormattedError): boolean => extensions?.code === UNAVAILABLE;
const isEmptyData = (data: object | null | undefined): boolean =>
  Object.values(data ?? {}).every((value) => value === null);

/**
 * Gives answers that failed as a whole, because the database cannot be reached, a status other than 200, so
 * that proxies and clients know that they may try again, and when.
 */
export const unavailableStatus: ApolloServerPlugin<ApolloContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body, http } }) => {
      if (body.kind !== 'single') return;
      const { data, errors = [] } = body.singleResult;
      if (!isEmptyData(data) || !errors.some(saysUnavailable)) return;
      http.status = ERRORS.service_unavailable[0];
      http.headers.set('retry-after', String(RETRY_SECONDS));
    },
  }),
};
