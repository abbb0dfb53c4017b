import { ServiceError } from '../../src/lib/errors.ts';
import { isUnavailable, serviceError } from '../../src/lib/service-error.ts';

const coded = (code: string, more: object = {}) => Object.assign(new Error('failed'), { code, ...more });

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'],
  ...[
    'EHOSTUNREACH',
    'ENETUNREACH',
    '08006',
    '53300',
    '57P01',
    '3D000',
    '28P01',
    '25006',
    '57014',
    '55P03',
    '25P03',
    '25P04',
  ],
])('%s means that the database is away', (code) => expect(isUnavailable(coded(code))).toBe(true));

test.each(['23505', '42P01', 'XECONNRESET', 'EPIPEX', '108006', '080066', '57P011', 'ENOENT', '25P02'])(
  '%s does not mean that the database is away',
  (code) => expect(isUnavailable(coded(code))).toBe(false),
);

test.each([
  'Connection terminated unexpectedly',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])('so does the message "%s"', (message) => expect(isUnavailable(new Error(message))).toBe(true));

test('other errors do not', () => {
  for (const error of [new Error('no'), 'ECONNRESET', null, undefined, 7, { code: 8006 }, { message: 7 }])
    expect(isUnavailable(error)).toBe(false);
});

test('the socket of a restarting server, and every fatal PostgreSQL error', () => {
  expect(isUnavailable(coded('ENOENT', { syscall: 'connect' }))).toBe(true);
  expect(isUnavailable(coded('ENOENT', { syscall: 'open' }))).toBe(false);
  expect(isUnavailable(coded('42501', { severity: 'FATAL' }))).toBe(true);
});

test.each(['cause', 'originalError', 'previous', 'thrownValue'])(
  'an error caused by such a one (%s)',
  (name) => {
    expect(isUnavailable({ [name]: { [name]: coded('08006') } })).toBe(true);
    expect(isUnavailable({ errors: [new Error('a'), { [name]: coded('08006') }] })).toBe(true);
    expect(isUnavailable({ errors: coded('08006') })).toBe(false);
  },
);

test('checks eight levels of causes, so that a cycle ends', () => {
  const nested = (levels: number): object => (levels === 1 ? coded('08006') : { cause: nested(levels - 1) });
  expect(isUnavailable(nested(8))).toBe(true);
  expect(isUnavailable(nested(9))).toBe(false);
});

test("callers see the service's own errors, and no details of others", () => {
  const reported: unknown[] = [];
  const seen = (error: unknown) => serviceError(error, (one) => reported.push(one));
  const own = new ServiceError('event-not-found');
  expect(seen(own)).toBe(own);
  expect(seen(new URIError('malformed'))).toMatchObject({ code: 'rest_no_route', status: 404 });
  expect(reported).toEqual([]);
  const away = coded('08006');
  expect(seen(away)).toMatchObject({ code: 'service_unavailable', status: 503, cause: away });
  const secret = new Error('the password is x');
  expect(seen(secret)).toMatchObject({ code: 'internal_server_error', status: 500, cause: secret });
  expect(seen(secret).message).not.toContain('password');
  expect(reported).toEqual([away, secret, secret]);
});
