import postgres from 'postgres';
import { serve } from './serve.ts';

/** By hand, on postgres.js, which sends statements without waiting for the answers to those before them. */
const { hostname, port, username, password, pathname } = new URL(process.env.DATABASE_URL);
// In an address it does not decode a host, so it finds no folder of a socket.
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
