import { assertIsUser, assertMayManageUsers } from '../access/policy.ts';
import type { Authorize, Resource } from '../records/resource.ts';
import { resolvers } from './user.resolvers.ts';

export type { ApplicationPasswordRecord, UserRecord } from './user.record.ts';

/** Whose passwords, the resolver sees. */
const oneself: Authorize = ({ caller }) => assertIsUser(caller);
const manage: Authorize = ({ caller }) => assertMayManageUsers(caller);

export const resource: Resource = {
  resolvers,
  authorize: {
    'Query.users': manage,
    'Mutation.createUser': manage,
    'Mutation.updateUser': manage,
    'Mutation.deleteUser': manage,
    'Mutation.createApplicationPassword': oneself,
    'Mutation.revokeApplicationPassword': oneself,
  },
};
