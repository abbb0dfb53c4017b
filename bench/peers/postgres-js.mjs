import postgres from 'postgres';
import { serve } from './serve.ts';

/** The hand-written peer on postgres.js, which pipelines statements. */
const { hostname, port, username, password, pathname } = new URL(process.env.DATABASE_URL);
// postgres.js does not decode the host of an address, so it would not find the folder of a socket.
const sql = postgres({
  host: decodeURIComponent(hostname),
  port: Number(port),
  username,
  password: decodeURIComponent(password),
  database: pathname.slice(1),
  max: 10,
});

serve(
  async ({ text, values }) => (await sql.unsafe(text, values, { prepare: true }))[0]?.body,
  () => sql.end(),
);
