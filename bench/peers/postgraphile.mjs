import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';

/**
 * PostGraphile over the same database, as its pages on production say: NODE_ENV is production, documents are static and
 * take variables, statements are prepared, no settings make a transaction of a query, and everything that is referred to
 * has an index. The default window is a function of the schema `bench`, which PostGraphile shows as a field.
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
