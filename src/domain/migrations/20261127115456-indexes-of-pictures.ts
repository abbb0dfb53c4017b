import { StepMigration } from '../../platform/postgres/step-migration.ts';

const FOREIGN_KEY = 'image_picture_hash_fkey';

export class Migration20261127115456 extends StepMigration {
  override up(): void {
    this.index('image_picture', `on "image" ("picture_hash")`);
    this.step(
      `alter table "image" drop constraint if exists "${FOREIGN_KEY}", add constraint "${FOREIGN_KEY}" foreign key ("picture_hash") references "picture" ("hash") on delete restrict not valid`,
    );
    // Reads the rows without a lock that other transactions wait for.
    this.step(`alter table "image" validate constraint "${FOREIGN_KEY}"`);
  }

  override down(): void {
    this.step(`alter table "image" drop constraint if exists "${FOREIGN_KEY}"`);
    this.dropIndex('image_picture');
  }
}
