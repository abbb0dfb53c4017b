import { parse, print, visit } from 'graphql';
import type { Contract, Param, Revision } from '../src/api/contract/types.ts';
import { buildSchemas } from '../src/api/graphql/schema.ts';
import * as resources from '../src/app/resources.ts';

/** The public APIs of one revision, as text that is stored with a release. */
export interface Surface {
  /** The public GraphQL schema, without descriptions. */
  graphql: string;
  /** A line per REST route, parameter and key. */
  rest: string;
}

const words = ({ wire, type, list, required }: Param): string => {
  const name = type.kind === 'enum' || type.kind === 'scalar' ? type.name : type.kind;
  return `${wire} ${name}${list ? '[]' : ''}${required ? '!' : ''}`;
};

function routes({ routes }: Contract): string[] {
  return routes.flatMap(({ path, bindings }) =>
    bindings.flatMap(({ methods, queryParams, bodyParams }) =>
      methods.flatMap((method) => [
        `${method} ${path}`,
        ...queryParams.map((param) => `${method} ${path} ?${words(param)}`),
        ...bodyParams.map((param) => `${method} ${path} {${words(param)}}`),
      ]),
    ),
  );
}

function keys({ records }: Contract): string[] {
  return [...records.values()].flatMap((record) =>
    record.keys.flatMap(({ key, type, list, replies }) => {
      const name = type.kind === 'record' ? type.name : type.kind;
      return replies.map((reply) => `${record.name} ${reply} ${key} ${name}${list ? '[]' : ''}`);
    }),
  );
}

const withoutDescriptions = (sdl: string): string =>
  print(
    visit(parse(sdl), {
      enter: (node) =>
        'description' in node && node.description ? { ...node, description: undefined } : undefined,
    }),
  );

/** @param written the text of schema.graphql */
export function surface(written: string, revision: Revision): Surface {
  const { sdl, contract } = buildSchemas(written, revision, Object.values(resources));
  const lines = [...new Set([...routes(contract), ...keys(contract)])].toSorted();
  return { graphql: `${withoutDescriptions(sdl)}\n`, rest: `${lines.join('\n')}\n` };
}
