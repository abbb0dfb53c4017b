import { type RawBuilder, sql } from 'kysely';
import { openDatabase } from '../../src/platform/postgres/database.ts';
import { type Db, kysely } from '../../src/platform/postgres/orm.ts';
import { NO_TIMEOUTS } from '../../src/platform/postgres/timeouts.ts';
import { createTestDatabase } from '../support/database.ts';

const greeting = (word: string): RawBuilder<{ word: string }> => sql`select ${word}::text as word`;

/** The server forgets the names that it was given, as when a pooler sends the next statement elsewhere. */
async function ask(db: Db): Promise<string[]> {
  const words: string[] = [];
  for (const word of ['one', 'two', 'three']) {
    const { rows } = await greeting(word).execute(db);
    words.push(...rows.map((row) => row.word));
    await sql`deallocate all`.execute(db);
  }
  return words;
}

test('all connections know what one has found out of a pooler that keeps no names, and it is said once', async () => {
  const own = await createTestDatabase();
  const said: string[] = [];
  const options = {
    size: 2,
    timeouts: NO_TIMEOUTS,
    entities: [],
    warn: (line: string) => void said.push(line),
  };
  const database = await openDatabase(own.url, options);
  try {
    expect(await ask(kysely(database.orm.em))).toEqual(['one', 'two', 'three']);
    expect(await ask(database.adminConnection)).toEqual(['one', 'two', 'three']);
    expect(said).toEqual([expect.stringMatching(/does not keep prepared statements.*DATABASE_PREPARE=off/)]);
  } finally {
    await database.close();
    await own.drop();
  }
});
