import { ServiceError } from '../../src/lib/errors.ts';
import { world } from './harness.ts';

const failing = async (error: unknown) => {
  const one = await world({
    'Query.event': () => {
      throw error;
    },
  });
  const { errors } = await one.run('{ event(id: 1) { id } }');
  return { shown: errors?.[0], reported: one.reported };
};

test('errors for callers keep code, status and data', async () => {
  const { shown, reported } = await failing(new ServiceError('term_exists', { data: { term_id: 4 } }));
  expect(shown?.extensions).toEqual({ code: 'term_exists', status: 400, term_id: 4 });
  expect(reported).toEqual([]);
});

test('other errors are masked and reported', async () => {
  const secret = new Error('password of the database');
  const { shown, reported } = await failing(secret);
  expect(shown?.extensions).toEqual({ code: 'internal_server_error', status: 500 });
  expect(JSON.stringify(shown)).not.toContain('password');
  expect(reported).toContain(secret);
});

test('a database that cannot be reached is 503', async () => {
  const { shown } = await failing(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
  expect(shown?.extensions).toEqual({ code: 'service_unavailable', status: 503 });
});

test('what is no error is masked too', async () => {
  expect((await failing('boom')).shown?.extensions.status).toBe(500);
});

test('variables that cannot be read are named by the argument they go to', async () => {
  const { run } = await world({});
  const { errors, data } = await run(
    'mutation($from: DateInput!, $t: String!, $i: UpdateEventInput!) { createEvent(input: {title: $t, startDate: $from, endDate: "2026-01-01"}) { id } updateEvent(id: 1, input: $i) { id } }',
    { from: '2026-13-01', i: { author: 'x', bogus: 1 } },
  );
  expect(data).toBeUndefined();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'rest_invalid_param', status: 400 });
  expect(Object.keys(Object(errors?.[0]?.extensions.params)).sort()).toEqual([
    'input.author',
    'input.bogus',
    'input.startDate',
    'input.title',
  ]);
});
