import { readFileSync } from 'node:fs';
import { graphql } from 'graphql';
import { buildSchemas } from '../../src/api/graphql/schema.ts';
import * as resources from '../../src/app/resources.ts';
import type { Role } from '../../src/domain/access/role.ts';
import { createUser } from '../../src/domain/users/users.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { openStore, type Store } from '../support/context.ts';

export const { publicSchema: schema } = buildSchemas(
  readFileSync('schema.graphql', 'utf8'),
  'B',
  Object.values(resources),
);

export let store: Store;
/** The administrator's id. */
export let root: number;

/** Provides a store of users, with only the administrator `root` at the start of each test. */
export function withUsers(): void {
  beforeAll(async () => {
    store = await openStore();
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom('user_account').execute();
    root = (await createUser(store.em, { login: 'root', role: 'administrator' }, '2031-03-01 12:00:00')).id;
  });
}

/** The data of an operation. @throws ServiceError of the first failure */
export async function run(
  source: string,
  role: Role | 'anonymous' = 'administrator',
  id = root,
): Promise<Record<string, unknown>> {
  const { data, errors } = await graphql({
    schema,
    source,
    contextValue: { context: store.context(role, id) },
  });
  const original = errors?.[0]?.originalError;
  if (original instanceof ServiceError) throw original;
  expect(errors).toBeUndefined();
  return JSON.parse(JSON.stringify(data));
}

/** @returns the new user */
export const add = async (login: string, role: Role = 'editor') => {
  const { createUser: created } = await run(
    `mutation { createUser(input: { login: ${JSON.stringify(login)}, role: ${role.toUpperCase()} }) { user { databaseId login role createdAt } } }`,
  );
  return Object(created).user as { databaseId: number; login: string; role: string; createdAt: string };
};
