import type { Param } from '../../src/api/contract/types.ts';
import { sampled } from '../support/sample.ts';
import { type HostileWorld, startHostileWorld } from './stored.ts';

/** Every bound of the contract: a value just beyond it is refused by name, a value just within it is accepted. */
let world: HostileWorld;
beforeAll(async () => {
  world = await startHostileWorld();
});
afterAll(() => world.stop());

type Place = 'query' | 'body' | 'GraphQL';
type Rule = 'nonEmpty' | 'maxLength' | 'min' | 'max';

interface Bound {
  place: Place;
  /** REST path or GraphQL field. */
  where: string;
  param: Param;
  rule: Rule;
  beyond: string | number;
  fits: string | number;
  message: string;
  /** Other required fields. */
  others: Record<string, unknown>;
}

/** The bounds of a parameter, each with a value beyond and a value that fits. */
function rulesOf({ type, nonEmpty, emptyIsNull, maxLength, min, max, clamped }: Param) {
  const rules: Pick<Bound, 'rule' | 'beyond' | 'fits' | 'message'>[] = [];
  if (type.kind === 'string' && nonEmpty && !emptyIsNull)
    rules.push({ rule: 'nonEmpty', beyond: ' ', fits: 'x', message: 'must not be empty' });
  if (type.kind === 'string' && maxLength !== null)
    rules.push({
      rule: 'maxLength',
      beyond: 'x'.repeat(maxLength + 1),
      fits: 'x'.repeat(maxLength),
      message: `must be at most ${maxLength} characters long`,
    });
  if (type.kind !== 'int' && type.kind !== 'float') return rules;
  if (min !== null)
    rules.push({ rule: 'min', beyond: min - 1, fits: min, message: `must be at least ${min}` });
  if (max !== null && !clamped)
    rules.push({ rule: 'max', beyond: max + 1, fits: max, message: `must be at most ${max}` });
  return rules;
}

const sample = ({ name, type }: Param): unknown =>
  /(^|\.)(start|end)$/.test(name) ? '2031-01-01' : type.kind === 'int' || type.kind === 'float' ? 1 : 'Fair';

/** A field of an input by its name in there: `title` for `input.title`. */
const inInput = (param: Param): Param => ({ ...param, name: param.name.replace(/^input\./, '') });
const isPlain = ({ field }: Param): boolean => field === null;

function allBounds(): Bound[] {
  return world.contract.routes.flatMap(({ bindings }) =>
    bindings.flatMap(({ operation, methods, path, pathParam, queryParams, bodyParams, status }) => {
      const boundsOf = (place: Place, where: string, params: readonly Param[], name: 'wire' | 'name') =>
        params.flatMap((param) => {
          const required = params.filter((other) => other.required && other !== param);
          const others = Object.fromEntries(required.map((other) => [other[name], sample(other)]));
          return rulesOf(param).map((rule): Bound => ({ place, where, param, ...rule, others }));
        });
      if (methods.includes('GET') && !pathParam) return boundsOf('query', path, queryParams, 'wire');
      if (status !== 201) return [];
      return [
        ...boundsOf('body', path, bodyParams, 'wire'),
        // A number in REST identifies a record.
        ...boundsOf('GraphQL', operation.field, bodyParams.map(inInput).filter(isPlain), 'name'),
      ];
    }),
  );
}

/** The error about a parameter with this value; undefined if there is none. */
async function complaintAbout(bound: Bound, value: string | number): Promise<unknown> {
  const { place, where, param, others } = bound;
  const sent = param.list ? [value] : value;
  if (place === 'GraphQL') {
    const type = `${where[0]?.toUpperCase()}${where.slice(1)}Input!`;
    const { errors = [] } = await world.server.graphql(
      `mutation ($input: ${type}) { ${where}(input: $input) { __typename } }`,
      { input: { ...others, [param.name]: sent } },
    );
    return Reflect.get(Object(errors[0]?.extensions.params), `input.${param.name}`);
  }
  const query = new URLSearchParams([[param.list ? `${param.wire}[]` : param.wire, String(value)]]);
  const response = await (place === 'query'
    ? world.server.request('GET', `${where}?${query}`)
    : world.server.request('POST', where, { ...others, [param.wire]: sent }));
  const { data } = await response.json();
  return Reflect.get(Object(data?.params), param.wire);
}

test('every kind of bound is enforced, to the last character and number', async () => {
  const bounds = allBounds();
  const rows = sampled(
    'bounds',
    bounds,
    2,
    ({ place, rule, param }) => `${place} ${rule} ${param.type.kind}`,
  );
  expect(new Set(rows.map(({ place, rule }) => `${place} ${rule}`)).size).toBeGreaterThanOrEqual(9);
  const wrong: string[] = [];
  for (const bound of rows) {
    const { place, where, param, message } = bound;
    const [beyond, fits] = [
      await complaintAbout(bound, bound.beyond),
      await complaintAbout(bound, bound.fits),
    ];
    if (beyond !== message || fits === message)
      wrong.push(`${place} ${where} ${param.wire} "${message}": ${beyond}; what fits: ${fits}`);
  }
  expect(wrong).toEqual([]);
});
