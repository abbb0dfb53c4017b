import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { identity, optionalText, text, timestamp } from '../../platform/postgres/columns.ts';
import { ROLES } from '../access/role.ts';

export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: identity(),
    login: text(),
    /** The compared form; see `loginKey` in access/logins.ts. */
    loginKey: text().unique(),
    role: p.enum(ROLES),
    /** Public name; empty for none. */
    name: optionalText(),
    createdUtc: timestamp(),
  },
});

/** A password for one program; only its keyed hash is stored (rules#logins). */
export const ApplicationPasswordEntity = defineEntity({
  name: 'ApplicationPassword',
  tableName: 'application_password',
  properties: {
    id: identity(),
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .fieldName('user_id')
      .index()
      .deleteRule('cascade')
      .foreignKeyName('application_password_user_id_fkey'),
    name: text(),
    hash: text().unique(),
    createdUtc: timestamp(),
    lastUsedUtc: timestamp().nullable(),
  },
});

export const userEntities = [UserEntity, ApplicationPasswordEntity] as const;

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<(typeof userEntities)[number]> {}
}
