import type { Contract } from '../../../contract/types.ts';
import { CHANGES_TAG, changeFeedPath, webhooks } from './change-feed.ts';
import { Components, type Node } from './components.ts';
import { DESCRIPTION_TAG, descriptionPaths } from './description-routes.ts';
import { groupOf, operationNode, SECURITY } from './operations.ts';
import type { Samples } from './samples.ts';
import type { ValueContext } from './values.ts';

interface OpenApiOptions {
  /** Address of the namespace, without a slash at the end. */
  serverUrl: string;
  /** Address of the service, without a slash at the end. */
  siteUrl: string;
  perPage: number;
  maxPerPage: number;
  timezone: string;
  version: string;
  samples: Samples;
}

const ABOUT = (
  revision: string,
  timezone: string,
): string => `Calendar events, with their venues, organizers, categories and tags.

**Dates** are \`YYYY-MM-DD HH:MM:SS\` on the clock that the field names; the site's clock is \`${timezone}\`.
Requests may also use \`DD.MM.YYYY\`, an offset, \`Z\` or a zone behind the time, Unix seconds and
words such as \`tomorrow 9am\`.

**Lists** come in pages. Follow \`next_rest_url\` to see every record once. Parameters that take a list accept
\`a=1,2\`, \`a[]=1&a[]=2\` and \`a=1&a=2\`.

**Callers** log in with HTTP Basic and an application password, or with a bearer token. Reading what is published
needs neither.

**Everywhere**: \`_fields=id,title\` keeps just these keys, also inside lists (\`events.title\`); \`_envelope\` wraps
the answer with its status and headers; \`_pretty\` indents it; \`_method\` or \`X-HTTP-Method-Override\` on a POST stand for another method.
Every GET answers HEAD, and every route OPTIONS. Unknown parameters and fields are ignored.

This is revision ${revision} of version 1 of the interface, which the \`v1\` in its addresses names; the version above
is that of the service.`;

/** The OpenAPI 3.1 document of one deployment: everything the contract binds to REST, in its revision. */
export function openApiDocument(contract: Contract, options: OpenApiOptions): Node {
  const components = new Components();
  const context: ValueContext = { ...options, contract, components };
  const paths: Node = descriptionPaths(components);
  for (const route of contract.routes) {
    const operations = route.bindings.flatMap((binding) =>
      binding.methods.map(
        (method) => [method.toLowerCase(), operationNode(binding, method, context)] as const,
      ),
    );
    paths[route.path] = Object.fromEntries(operations);
  }
  paths['/feeds/changes'] = changeFeedPath(context, options.siteUrl);
  const told = webhooks(context);
  addSecuritySchemes(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Calendar events',
      version: options.version,
      summary: 'Read and write calendar events and what belongs to them.',
      description: ABOUT(contract.revision, options.timezone),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl, description: 'This service.' }],
    security: SECURITY.query,
    tags: openApiTags(contract),
    paths,
    webhooks: told,
    components: components.document(),
  };
}

/** One tag for each kind of record, described as the record is. */
function openApiTags(contract: Contract): Node[] {
  const descriptions = new Map<string, string>();
  for (const { path, bindings } of contract.routes) {
    const record = contract.records.get(bindings[0]?.operation.record ?? '');
    if (record && !descriptions.has(groupOf(path))) descriptions.set(groupOf(path), record.description);
  }
  return [
    DESCRIPTION_TAG,
    ...[...descriptions].map(([name, description]) => ({ name, description })),
    CHANGES_TAG,
  ];
}

function addSecuritySchemes(components: Components): void {
  components.use('securitySchemes', 'basicAuth', () => ({
    type: 'http',
    scheme: 'basic',
    description: 'Login and an application password. Blanks in the password do not count.',
  }));
  components.use('securitySchemes', 'bearerAuth', () => ({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the OpenID Connect issuer that the service is configured with, if it is.',
  }));
}
