import { defineEntity, p } from '@mikro-orm/core';
import { text, timestamp } from '../database/base.ts';

export const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber'] as const;
export type Role = (typeof ROLES)[number];

/** Someone who can log in. */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.integer().primary().autoincrement(),
    login: text(),
    /** The login in lower case. */
    loginKey: text().unique(),
    role: p.string().columnType('text').$type<Role>(),
    createdUtc: timestamp(),
  },
});

/** A password that one program uses; only its keyed hash is stored (decisions.md 26). */
export const ApplicationPasswordEntity = defineEntity({
  name: 'ApplicationPassword',
  tableName: 'application_password',
  properties: {
    id: p.integer().primary().autoincrement(),
    userId: p.integer().index(),
    name: text(),
    hash: text().unique(),
    createdUtc: timestamp(),
    lastUsedUtc: timestamp().nullable(),
  },
});

/** Values that belong to the installation as a whole, such as the key of the password hashes. */
export const SettingEntity = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: { name: p.string().columnType('text').primary(), value: text() },
});
