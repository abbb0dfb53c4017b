import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { text } from '../../platform/postgres/columns.ts';

/** Values of the whole installation, such as the key of the password hashes. */
export const SettingEntity = defineEntity({
  name: 'Setting',
  tableName: 'setting',
  properties: { name: p.string().columnType('text').primary(), value: text() },
});

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<typeof SettingEntity> {}
}
