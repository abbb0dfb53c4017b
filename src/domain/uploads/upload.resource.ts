import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyDB } from '@mikro-orm/postgresql';
import { keys, text, timestamp } from '../../platform/postgres/columns.ts';
import type { Resource } from '../resource/resource.ts';
import { UserEntity } from '../users/user.entity.ts';

/** The file that a user has uploaded for an import, between its preview and the import. */
const UploadEntity = defineEntity({
  name: 'Upload',
  tableName: 'upload',
  properties: {
    userId: p
      .manyToOne(UserEntity)
      .mapToPk()
      .primary()
      .fieldName('user_id')
      .deleteRule('cascade')
      .foreignKeyName('upload_user_id_fkey'),
    name: text(),
    content: p.blob(),
    createdUtc: timestamp(),
  },
  indexes: [{ name: 'upload_created', properties: keys('createdUtc') }],
});

/** Not in the GraphQL schema: only the desk uses it. */
export const resource: Resource = { entities: [UploadEntity], resolvers: {} };

declare module '../../platform/postgres/tables.ts' {
  interface Tables extends InferKyselyDB<typeof UploadEntity> {}
}
