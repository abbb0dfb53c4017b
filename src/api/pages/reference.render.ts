import reference from '@scalar/fastify-api-reference';

interface ScalarRoute {
  url: string;
  handler(request: unknown, reply: unknown): unknown;
}

/**
 * The script of Scalar's API reference. To build its own package takes two hundred others. This one contains
 * it ready-made and serves it by a route that it adds to a Fastify server; here it adds the route to a list
 * instead.
 */
export function renderReferenceScript(): string {
  const routes: ScalarRoute[] = [];
  const fastify = { route: (route: ScalarRoute) => void routes.push(route), hasPlugin: () => false };
  Reflect.apply(reference, undefined, [fastify, { configuration: { url: '/' } }, () => {}]);
  const sent: unknown[] = [];
  const reply = { header: () => reply, send: (content: unknown) => void sent.push(content) };
  routes.find(({ url }) => url.endsWith('.js'))?.handler({}, reply);
  const [script] = sent;
  if (typeof script !== 'string') throw new Error('@scalar/fastify-api-reference gives no script any more');
  return script;
}
