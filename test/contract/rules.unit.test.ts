import {
  buildSchema,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { configurationErrors } from '../../src/api/contract/contract.ts';
import { isRestOnly } from '../../src/api/contract/directives.ts';
import { parseContract } from '../../src/api/contract/source.ts';
import type { Binding, Contract, Param } from '../../src/api/contract/types.ts';
import { isTyped } from '../../src/api/rest/describe/openapi/values.ts';
import { publicSdl } from '../support/public-sdl.ts';
import { ANNOTATED, loadContract, REVISIONS, WRITTEN } from './load-contract.ts';

const ofTheContract = ({ name }: GraphQLNamedType): boolean =>
  !name.startsWith('__') && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(name);
/** All types with their members for REST, and the types of the public schema. */
const TYPES = Object.values(ANNOTATED.getTypeMap()).filter(ofTheContract);
const PUBLIC_TYPES = Object.values(buildSchema(publicSdl(parseContract(WRITTEN))).getTypeMap()).filter(
  ofTheContract,
);

/** Everything with a description in a type: the type, its fields, their arguments, its values. */
function described(type: GraphQLNamedType): [where: string, description: string][] {
  const all: [string, string][] = [[type.name, type.description ?? '']];
  const add = (where: string, description: string | null | undefined): number =>
    all.push([where, description ?? '']);
  if (isEnumType(type))
    for (const value of type.getValues()) add(`${type.name}.${value.name}`, value.description);
  if (isInputObjectType(type))
    for (const field of Object.values(type.getFields())) add(`${type.name}.${field.name}`, field.description);
  if (isObjectType(type) || isInterfaceType(type)) {
    for (const field of Object.values(type.getFields())) {
      add(`${type.name}.${field.name}`, field.description);
      for (const argument of field.args)
        add(`${type.name}.${field.name}(${argument.name})`, argument.description);
    }
  }
  return all;
}

const bindingsOf = (contract: Contract): Binding[] => contract.routes.flatMap((route) => [...route.bindings]);
const paramsOf = (contract: Contract): [where: string, param: Param][] =>
  bindingsOf(contract).flatMap(({ operation, pathParam, queryParams, bodyParams }) =>
    [...(pathParam ? [pathParam] : []), ...queryParams, ...bodyParams].map((param): [string, Param] => [
      `${operation.coordinate}(${param.name})`,
      param,
    ]),
  );

interface Rule {
  name: string;
  /** Violations of the rule. */
  broken: (contract: Contract) => string[];
  /** Violations allowed for now. */
  except?: readonly string[];
}

const RULES: readonly Rule[] = [
  { name: 'the contract is consistent', broken: configurationErrors },
  {
    name: 'everything has a description',
    // The types of directives are internal.
    broken: () =>
      [...PUBLIC_TYPES, ...TYPES.filter(({ astNode }) => isRestOnly(astNode))]
        .flatMap(described)
        .flatMap(([where, text]) => (text.trim() === '' ? [where] : [])),
  },
  {
    name: 'descriptions are sentences: they begin with a capital or a code word, and end with a full stop',
    broken: () =>
      TYPES.flatMap(described).flatMap(([where, text]) =>
        text === '' || /^[A-Z`"].*[.]$/s.test(text) ? [] : [where],
      ),
  },
  {
    name: 'REST descriptions name parameters as REST does',
    broken: (contract) =>
      paramsOf(contract).flatMap(([where, { description }]) =>
        /\b[a-z]+[A-Z]/.test(description) ? [where] : [],
      ),
  },
  {
    name: "every parameter's value has a known form",
    broken: (contract) => paramsOf(contract).flatMap(([where, param]) => (isTyped(param) ? [] : [where])),
  },
  {
    name: 'REST names are snake_case',
    broken: (contract) =>
      paramsOf(contract).flatMap(([where, { wire }]) => (/^[a-z]+(_[a-z]+)*$/.test(wire) ? [] : [where])),
  },
  {
    name: 'whole numbers and numbers have a minimum',
    broken: (contract) =>
      // An id in a path consists of digits.
      paramsOf(contract).flatMap(([where, { type, min, wire }]) =>
        (type.kind === 'int' || type.kind === 'float') && min === null && wire !== 'id' ? [where] : [],
      ),
  },
  {
    name: 'texts in bodies have a maximum length',
    broken: (contract) => [
      ...new Set(
        bindingsOf(contract).flatMap(({ operation, bodyParams }) =>
          bodyParams.flatMap((param) =>
            param.type.kind === 'string' && param.maxLength === null
              ? [`${operation.coordinate}(${param.name})`]
              : [],
          ),
        ),
      ),
    ],
  },
  {
    name: 'a change requires no field',
    broken: (contract) =>
      bindingsOf(contract)
        .filter(({ methods }) => methods.includes('PATCH'))
        .flatMap(({ operation, bodyParams }) =>
          bodyParams
            .filter((param) => param.required)
            .map((param) => `${operation.coordinate}(${param.name})`),
        ),
  },
  {
    name: 'a change takes the fields of a creation',
    broken: (contract) =>
      contract.operations
        .filter(({ field }) => field.startsWith('update'))
        .filter(({ bindings, field }) => {
          const create = contract.operations.find((one) => one.field === field.replace('update', 'create'));
          const names = (all: readonly Binding[] | undefined): string =>
            (all?.[0]?.bodyParams ?? []).map((param) => param.wire).join();
          return names(bindings) !== names(create?.bindings);
        })
        .map(({ coordinate }) => coordinate),
  },
  {
    name: 'creating returns 201, everything else 200',
    broken: (contract) =>
      bindingsOf(contract)
        .filter(({ operation, status }) => status !== (operation.field.startsWith('create') ? 201 : 200))
        .map(({ operation }) => operation.coordinate),
  },
  {
    name: 'lists are paged',
    broken: (contract) =>
      contract.operations
        .filter(({ reply }) => reply === 'LIST')
        .filter(
          ({ bindings }) =>
            !['page', 'per_page'].every((name) =>
              bindings[0]?.queryParams.some((param) => param.wire === name),
            ),
        )
        .map(({ coordinate }) => coordinate),
  },
];

describe.each(REVISIONS)('revision %s', (revision) => {
  const contract = loadContract(revision);

  test.each(RULES)('$name', ({ broken, except = [] }) => {
    const violations = broken(contract);
    expect(violations.filter((where) => !except.includes(where))).toEqual([]);
    // Fails for an exception that is no longer needed.
    expect(except.filter((where) => !violations.includes(where))).toEqual([]);
  });
});

test('revision B only adds', () => {
  const [inA = new Map(), inB = new Map()] = REVISIONS.map(
    (revision) =>
      new Map(
        loadContract(revision).operations.flatMap(({ coordinate, bindings }) =>
          bindings.flatMap(({ path, queryParams, bodyParams }) =>
            [...queryParams, ...bodyParams].map(({ wire, description }) => [
              `${coordinate} ${path} ${wire}`,
              description,
            ]),
          ),
        ),
      ),
  );
  expect(inB.size).toBeGreaterThan(inA.size);
  expect([...inA.keys()].filter((where) => !inB.has(where))).toEqual([]);
  // Only dates have another meaning.
  const changed = [...inA].filter(([where, description]) => inB.get(where) !== description);
  expect([...new Set(changed.map(([where]) => where.split(' ').at(-1)))]).toEqual(['start_date', 'end_date']);
});
