import { buildSchemas, type Schemas } from '../api/graphql/schema.ts';
import type { Settings } from '../domain/context/context.ts';
import { projectFile } from '../platform/project-file.ts';
import * as resources from './resources.ts';

const made = new Map<string, Schemas>();

/**
 * The schemas of the service, the same for all that this process runs, made of `schema.graphql` and all resources.
 * @throws Error when they do not fit together
 */
export const schemasOf = ({ revision }: Pick<Settings, 'revision'>): Schemas =>
  made.getOrInsertComputed(revision, () =>
    buildSchemas(projectFile('schema.graphql'), revision, Object.values(resources)),
  );
