import { createServer } from 'node:http';

/** A server that sends the same bytes for each request: the response of the address in SOURCE, fetched once. */
const source = await fetch(process.env.SOURCE ?? '', { headers: { 'accept-encoding': 'identity' } });
const body = Buffer.from(await source.arrayBuffer());
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': body.length,
  etag: source.headers.get('etag') ?? '""',
};
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
