import type { Settings } from '../context.ts';
import { buildSchemas, type Schemas } from '../graphql/schema.ts';
import * as resources from '../resources.ts';
import { projectFile } from './project-file.ts';

/**
 * The schemas of the service, made of `schema.graphql` and all resources.
 * @throws Error when they do not fit together
 */
export const schemasOf = ({ revision }: Pick<Settings, 'revision'>): Schemas =>
  buildSchemas(projectFile('schema.graphql'), revision, Object.values(resources));
