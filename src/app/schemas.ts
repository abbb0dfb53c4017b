import { federation } from '../api/graphql/federation.ts';
import { buildSchemas, type SchemaExtension, type Schemas } from '../api/graphql/schema.ts';
import type { Settings } from '../domain/context/context.ts';
import { nodeReader } from '../domain/nodes/node.resolvers.ts';
import { projectFile } from '../platform/project-file.ts';
import { NODE_READERS } from './nodes.ts';
import * as resources from './resources.ts';

const readNodes = nodeReader(NODE_READERS);
const subgraph = (sdl: string): SchemaExtension => federation(sdl, readNodes);

const made = new Map<string, Schemas>();

/**
 * The schemas of the service, the same for all that this process runs, made of `schema.graphql` and all resources.
 * @param isSubgraph whether gateways may compose it with others
 * @throws Error when they do not fit together
 */
export const schemasOf = ({ revision }: Pick<Settings, 'revision'>, isSubgraph = false): Schemas =>
  made.getOrInsertComputed(`${revision} ${isSubgraph}`, () =>
    buildSchemas(
      projectFile('schema.graphql'),
      revision,
      Object.values(resources),
      isSubgraph ? subgraph : undefined,
    ),
  );
