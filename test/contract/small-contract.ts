import { readFileSync } from 'node:fs';
import { type DocumentNode, Kind, parse, print } from 'graphql';
import { buildContract } from '../../src/api/contract/contract.ts';
import { contractSchema, parseContract } from '../../src/api/contract/source.ts';
import type { Binding, Contract, Operation, Param, Revision } from '../../src/api/contract/types.ts';

/** The definitions of the directives, and the types that only they use. */
const directives = (contract: DocumentNode): string =>
  contract.definitions
    .filter(
      (node) =>
        node.kind === Kind.DIRECTIVE_DEFINITION ||
        ((node.kind === Kind.ENUM_TYPE_DEFINITION || node.kind === Kind.SCALAR_TYPE_DEFINITION) &&
          [
            'HttpMethod',
            'PastTheEnd',
            'Revision',
            'ShownType',
            'ComputedDefault',
            'Empty',
            'Reply',
            'Place',
            'Literal',
          ].includes(node.name.value)),
    )
    .map(print)
    .join('\n');

const DIRECTIVES = directives(parse(readFileSync('schema.graphql', 'utf8')));

/** The SDL of a small contract, with the directives of the real one. */
export const smallSdl = (types: string): string => `${DIRECTIVES}\n${types}`;

/** The schema of a small contract; its nodes carry the directives. */
export const smallSchema = (types: string) => contractSchema(parseContract(smallSdl(types)));

const CAPITALS = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('is no word');
  return value.toUpperCase();
};

/** A small contract, whose scalar `Word` reads texts in capitals and `Words` any value. */
export const smallContract = (types: string, revision: Revision = 'B'): Contract =>
  buildContract(smallSchema(types), revision, {
    Word: CAPITALS,
    Words: (value) => value,
  });

export const operationOf = (contract: Contract, field: string): Operation => {
  const operation = contract.operations.find((one) => one.field === field);
  if (!operation) throw new Error(`no operation ${field}`);
  return operation;
};

export const bindingOf = (contract: Contract, field: string, at = 0): Binding => {
  const binding = operationOf(contract, field).bindings[at];
  if (!binding) throw new Error(`${field} has no binding ${at}`);
  return binding;
};

/** The parameters of a query with these arguments, in SDL, in a contract with these other types. */
export const paramsOf = (args: string, types = ''): { params: readonly Param[]; contract: Contract } => {
  const contract = smallContract(`
    scalar Word scalar Words @objects(input: "Spot")
    type Thing { id: Int! }
    ${types}
    type Query { thing(${args}): Thing @rest(path: "/thing", methods: [GET]) }
  `);
  return { contract, params: bindingOf(contract, 'thing').queryParams };
};
