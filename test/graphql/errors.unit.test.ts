import { isEnumType } from 'graphql';
import { ERRORS, type ErrorCode, isErrorCode, REQUEST_ERRORS, ServiceError } from '../../src/lib/errors.ts';
import { type World, world } from './harness.ts';

let one: World;
let thrown: unknown;
beforeAll(async () => {
  one = await world({
    'Query.events': () => {
      throw thrown;
    },
  });
});

const failing = async (error: unknown) => {
  thrown = error;
  one.reported.length = 0;
  const { errors } = await one.run('{ events { totalCount } }');
  return { shown: errors?.[0], reported: one.reported };
};

test.each<[ErrorCode, code: string, status: number]>([
  ['rest_invalid_param', 'BAD_USER_INPUT', 400],
  ['rest_missing_callback_param', 'BAD_USER_INPUT', 400],
  ['idempotency_key_reused', 'BAD_USER_INPUT', 422],
  ['rest_login_needed', 'UNAUTHENTICATED', 401],
  ['incorrect_password', 'UNAUTHENTICATED', 401],
  ['rest_forbidden', 'FORBIDDEN', 403],
  ['event-not-accessible', 'FORBIDDEN', 403],
  ['event-not-found', 'NOT_FOUND', 404],
  ['webhook-message-not-found', 'NOT_FOUND', 404],
  ['conflict', 'CONFLICT', 409],
  ['event-is-in-trash', 'CONFLICT', 410],
  ['precondition_failed', 'CONFLICT', 412],
  // REST uses the codes of WordPress.
  ['term_exists', 'CONFLICT', 400],
  ['query_too_complex', 'QUERY_TOO_COMPLEX', 400],
  ['answer_too_large', 'QUERY_TOO_COMPLEX', 400],
  ['untrusted_document', 'UNTRUSTED_DOCUMENT', 400],
  ['invalid_idempotency_key', 'BAD_REQUEST', 400],
  ['payload_too_large', 'BAD_REQUEST', 413],
  ['too_many_requests', 'RATE_LIMITED', 429],
])('%s is %s, with only a code and a status', async (name, code, status) => {
  const error = new ServiceError(name, { data: { term_id: 4 } });
  const { shown, reported } = await failing(error);
  expect(shown?.message).toBe(error.message);
  expect(shown?.extensions).toEqual({ code, status });
  expect(reported).toEqual([]);
});

test('every error has a code of the schema', () => {
  const type = one.publicSchema.getType('ErrorCode');
  const codes = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
  const ours = Object.keys(ERRORS)
    .filter(isErrorCode)
    .map((name) => new ServiceError(name).graphqlCode);
  const ofRequests = Object.keys(REQUEST_ERRORS);
  expect([...ours, ...ofRequests].filter((code) => !codes.includes(code))).toEqual([]);
  // Every declared code occurs.
  expect(codes.filter((code) => ![...ours, ...ofRequests].includes(code))).toEqual([]);
});

test('other errors are masked and reported', async () => {
  const secret = new Error('password of the database');
  const { shown, reported } = await failing(secret);
  expect(shown?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', status: 500 });
  expect(JSON.stringify(shown)).not.toContain('password');
  expect(reported).toContain(secret);
});

test('a database that cannot be reached is 503', async () => {
  const { shown } = await failing(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  expect(shown?.extensions).toEqual({ code: 'UNAVAILABLE', status: 503 });
});

test('thrown values other than errors are masked too', async () => {
  expect((await failing('boom')).shown?.extensions.status).toBe(500);
});

test('arguments have the GraphQL message if it differs', async () => {
  const { shown } = await failing(
    new ServiceError('rest_invalid_param', {
      problems: {
        startsFrom: {
          message: 'use start_date',
          code: 'rest_invalid_value',
          graphqlMessage: 'use startsFrom',
        },
        first: { message: 'must be at least 1' },
      },
    }),
  );
  expect(shown?.message).toBe(
    'Invalid parameter(s): filter.startsFrom: use startsFrom; first: must be at least 1',
  );
  expect(shown?.extensions.params).toEqual({
    'filter.startsFrom': 'use startsFrom',
    first: 'must be at least 1',
  });
});

test('unreadable variables are named by their argument', async () => {
  const { errors, data } = await one.run(
    `mutation ($from: DateInput!, $t: String!, $i: UpdateEventInput!) {
      createEvent(input: {title: $t, start: $from, end: "2026-01-01"}) { event { id } }
      updateEvent(by: {databaseId: 1}, input: $i) { event { id } }
    }`,
    { from: '2026-13-01', i: { author: 'x', bogus: 1 } },
  );
  expect(data).toBeUndefined();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
  expect(Object.keys(Object(errors?.[0]?.extensions.params)).sort()).toEqual([
    'input.author',
    'input.bogus',
    'input.start',
    'input.title',
  ]);
});
