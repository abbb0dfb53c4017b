import type { Contract } from '../../../contract/types.ts';
import { CHANGES_TAG, changeFeedPath, webhooks } from './change-feed.ts';
import { Components, type Node } from './components.ts';
import { DESCRIPTION_TAG, descriptionPaths } from './description-routes.ts';
import { groupOf, operationNode, SECURITY } from './operations.ts';
import { PICTURES_TAG, picturesPath } from './pictures.ts';
import type { Samples } from './samples.ts';
import type { ValueContext } from './values.ts';

interface OpenApiOptions {
  /** Address of the namespace, without a trailing slash. */
  serverUrl: string;
  /** Address of the service, without a trailing slash. */
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

**Dates** are \`YYYY-MM-DD HH:MM:SS\` in the time zone that the field specifies; the time zone of the site is
\`${timezone}\`. Requests may also use \`DD.MM.YYYY\`, an offset, \`Z\` or a time zone after the time, Unix seconds, and
words such as \`tomorrow 9am\`.

**Lists** are paginated. Follow \`next_rest_url\` to read every record once. List parameters accept \`a=1,2\`,
\`a[]=1&a[]=2\` and \`a=1&a=2\`.

**Authentication** is HTTP Basic with an application password, or a bearer token. Published records can be read
without it.

**All requests** accept these parameters: \`_fields=id,title\` returns only these keys, also inside lists
(\`events.title\`); \`_envelope\` puts status and headers into the response body; \`_pretty\` indents it; \`_method\` or
the header \`X-HTTP-Method-Override\` on a POST selects another method. Every GET route supports HEAD, and every
route OPTIONS. Unknown parameters and fields are ignored.

This is revision ${revision} of version 1 of the API, the \`v1\` in its addresses. The version above is the version of
the service.`;

/** Builds the OpenAPI 3.1 document of a deployment. */
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
  if (contract.records.has('Image')) paths['/images'] = picturesPath(context);
  paths['/feeds/changes'] = changeFeedPath(context, options.siteUrl);
  const messages = webhooks(context);
  addSecuritySchemes(components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Calendar events',
      version: options.version,
      summary: 'Read and write calendar events, venues, organizers, categories and tags.',
      description: ABOUT(contract.revision, options.timezone),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl, description: 'This service.' }],
    security: SECURITY.query,
    tags: openApiTags(contract),
    paths,
    webhooks: messages,
    components: components.document(),
  };
}

/** One tag for each kind of record, with its description. */
function openApiTags(contract: Contract): Node[] {
  const descriptions = new Map<string, string>();
  for (const { path, bindings } of contract.routes) {
    const record = contract.records.get(bindings[0]?.operation.record ?? '');
    if (record && !descriptions.has(groupOf(path))) descriptions.set(groupOf(path), record.description);
  }
  return [
    DESCRIPTION_TAG,
    ...[...descriptions].map(([name, description]) => ({ name, description })),
    PICTURES_TAG,
    CHANGES_TAG,
  ];
}

function addSecuritySchemes(components: Components): void {
  components.use('securitySchemes', 'basicAuth', () => ({
    type: 'http',
    scheme: 'basic',
    description: 'Username and application password. Spaces in the password are ignored.',
  }));
  components.use('securitySchemes', 'bearerAuth', () => ({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of the configured OpenID Connect issuer, if there is one.',
  }));
}
