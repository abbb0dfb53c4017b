import pg from 'pg';
import { serve } from './serve.ts';

/** The hand-written peer on pg. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

serve(
  async (query) => (await pool.query<{ body: string }>(query)).rows[0]?.body,
  () => pool.end(),
);
