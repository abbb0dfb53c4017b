import { readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  printSchema,
} from 'graphql';
import { configurationErrors } from '../../src/api/contract/contract.ts';
import { contractSchema, forRevision, publicSdl } from '../../src/api/contract/source.ts';
import type { Binding, Contract, Param } from '../../src/api/contract/types.ts';
import { isTyped } from '../../src/api/rest/describe/openapi/values.ts';
import { loadContract, REVISIONS, schemaOf } from './load-contract.ts';

/** Everything one can be told about in a type: itself, its fields, their arguments, its values. */
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
  /** What breaks the rule. */
  broken: (contract: Contract, types: readonly GraphQLNamedType[]) => string[];
  /** What is allowed to break it, for the time being. */
  except?: readonly string[];
}

const RULES: readonly Rule[] = [
  { name: 'the contract is consistent', broken: configurationErrors },
  {
    name: 'everything is described',
    broken: (_, types) =>
      types.flatMap(described).flatMap(([where, text]) => (text.trim() === '' ? [where] : [])),
  },
  {
    name: 'descriptions are sentences: a capital or a code word first, a full stop last',
    broken: (_, types) =>
      types
        .flatMap(described)
        .flatMap(([where, text]) => (text === '' || /^[A-Z`"].*[.]$/s.test(text) ? [] : [where])),
  },
  {
    name: 'REST descriptions name parameters as REST does',
    broken: (contract) =>
      paramsOf(contract).flatMap(([where, { description }]) =>
        /\b[a-z]+[A-Z]/.test(description) ? [where] : [],
      ),
  },
  {
    name: 'the value of every parameter has a known form',
    broken: (contract) => paramsOf(contract).flatMap(([where, param]) => (isTyped(param) ? [] : [where])),
  },
  {
    name: 'REST names are snake_case',
    broken: (contract) =>
      paramsOf(contract).flatMap(([where, { wire }]) => (/^[a-z]+(_[a-z]+)*$/.test(wire) ? [] : [where])),
  },
  {
    name: 'whole numbers and numbers say from where on they are allowed',
    broken: (contract) =>
      paramsOf(contract).flatMap(([where, { type, min, name }]) =>
        (type.kind === 'int' || type.kind === 'float') && min === null && name !== 'id' ? [where] : [],
      ),
  },
  {
    name: 'texts in bodies have a longest length',
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
    name: 'nothing of a change is required',
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
    name: 'a creation answers 201, everything else 200',
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
  const types = Object.values(
    contractSchema(
      forRevision(publicSdl(forRevision(readFileSync('schema.graphql', 'utf8'), revision)), revision),
    ).getTypeMap(),
  ).filter(
    (type) => !type.name.startsWith('__') && !['String', 'Int', 'Float', 'Boolean', 'ID'].includes(type.name),
  );

  test.each(RULES)('$name', ({ broken, except = [] }) => {
    const violations = broken(contract, types);
    expect(violations.filter((where) => !except.includes(where))).toEqual([]);
    // An exception that is no longer needed has to go.
    expect(except.filter((where) => !violations.includes(where))).toEqual([]);
  });
});

test('revision B only adds', () => {
  const lines = (revision: 'A' | 'B'): string[] => printSchema(schemaOf(revision)).split('\n');
  const inB = new Set(lines('B'));
  const onlyInA = lines('A').filter((line) => !inB.has(line));
  // But for what the dates mean, which the descriptions say.
  expect([...new Set(onlyInA.map((line) => line.trim().slice(0, 34)))]).toEqual([
    'Events starting after this date, o',
    'Events starting before this date, ',
  ]);
});
