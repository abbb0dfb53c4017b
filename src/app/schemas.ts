import { buildSchemas, type Schemas } from '../api/graphql/schema.ts';
import type { Settings } from '../domain/context/context.ts';
import { projectFile } from '../platform/project-file.ts';
import * as resources from './resources.ts';

const schemasByRevision = new Map<string, Schemas>();

/**
 * The schemas of the service, built once per process from `schema.graphql` and all resources.
 * @throws Error if the resources do not match `schema.graphql`
 */
export const schemasOf = ({ revision }: Pick<Settings, 'revision'>): Schemas =>
  schemasByRevision.getOrInsertComputed(revision, () =>
    buildSchemas(projectFile('schema.graphql'), revision, Object.values(resources)),
  );
