import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

/**
 * PostGraphile on the same database, as its production guide recommends: NODE_ENV is production, documents are static
 * and use variables, statements are prepared, no settings turn a query into a transaction, and all referenced columns
 * have an index. The default window is a function of the schema `bench`, which PostGraphile exposes as a field.
 */
const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL,
      schemas: ['public', 'bench'],
      poolConfig: { max: 10 },
      pubsub: false,
    }),
  ],
  grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false, websockets: false },
  grafast: { explain: false },
};
const pgl = postgraphile(preset);
const serv = pgl.createServ(grafserv);
const server = createServer();
await serv.addTo(server);
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pgl.release();
});
