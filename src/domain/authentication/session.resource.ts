import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, timestamp } from '../../platform/postgres/columns.ts';
import { ROLES } from '../access/role.ts';
import type { Resource } from '../resource/resource.ts';
import { ApplicationPasswordEntity, UserEntity } from '../users/user.entity.ts';

/** A sign-in with a browser. It ends with its user, with its password, or after 12 hours. */
const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    /** SHA-256 of the token, which only the cookie has. */
    tokenHash: p.string().columnType('text').primary(),
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .fieldName('user_id')
      .index()
      .deleteRule('cascade')
      .foreignKeyName('session_user_id_fkey'),
    /** Null after a sign-in at the OpenID Connect issuer. */
    passwordId: p
      .manyToOne(ApplicationPasswordEntity)
      .mapToPk()
      .fieldName('password_id')
      .nullable()
      .index()
      .deleteRule('cascade')
      .foreignKeyName('session_password_id_fkey'),
    /** The role in the ID token; null after a sign-in by password. */
    role: p.enum(ROLES).nullable(),
    createdUtc: timestamp(),
    expiresUtc: timestamp(),
  },
  indexes: [{ name: 'session_expires', properties: keys('expiresUtc') }],
});

/** Not in the GraphQL schema: sessions are for browsers. */
export const resource: Resource = { entities: [SessionEntity], resolvers: {} };

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<typeof SessionEntity> {}
}
