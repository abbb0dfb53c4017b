import { capitalize, endpointName, isFirstPath } from '../../../contract/endpoints.ts';
import type { Binding, HttpMethod, Operation, Param } from '../../../contract/types.ts';
import type { Node } from './components.ts';
import { responses } from './successes.ts';
import { inputSchema, querySchema, type ValueContext } from './values.ts';

/** Credentials are optional for queries and required for mutations. */
export const SECURITY: Record<Operation['kind'], Node[]> = {
  query: [{}, { basicAuth: [] }, { bearerAuth: [] }],
  mutation: [{ basicAuth: [] }, { bearerAuth: [] }],
};

/** `/events/by-slug/{slug}` -> `Events` */
export const groupOf = (path: string): string => capitalize(path.split('/')[1] ?? '');

/** `EventSeries` -> `event series` */
const inWords = (type: string): string => type.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase();

/** A unique one-line summary: `List events`, `Change an event by slug (PUT)`. */
function summary(binding: Binding, method: HttpMethod): string {
  const { operation, pathParam, methods, path } = binding;
  const { record, itemsKey, kind, hasInput } = operation;
  const noun = inWords(record);
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const by = pathParam && pathParam.wire !== 'id' ? ` by ${pathParam.wire}` : '';
  const at = isFirstPath(binding) && binding.pathArgument === null ? '' : ` at ${path}`;
  // Several methods run the same change; PATCH fits best in HTTP.
  const how = methods.length > 1 && method !== 'PATCH' ? ` (${method})` : '';
  if (itemsKey !== null) return `List ${itemsKey.replaceAll('_', ' ')}${at}`;
  if (kind === 'query') return `Read ${one}${by}${at}`;
  if (!hasInput) return `Delete ${one}${by}${at}`;
  return pathParam ? `Change ${one}${by}${at}${how}` : `Create ${one}${at}`;
}

export function operationNode(binding: Binding, method: HttpMethod, context: ValueContext): Node {
  const { operation, pathParam, queryParams, bodyParams, methods, path } = binding;
  const sameAs =
    methods.length > 1 ? ` ${methods.join(', ')} do the same: omitted fields do not change.` : '';
  const parameters: Node[] = [
    ...(pathParam ? [parameter(inPath(pathParam), 'path', context)] : []),
    ...queryParams.map((param) => parameter(param, 'query', context)),
    ...preconditions(binding, context),
  ];
  return {
    operationId: endpointName({ binding, method }),
    tags: [groupOf(path)],
    summary: summary(binding, method),
    description: `${operation.description}${sameAs}`,
    security: SECURITY[operation.kind],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(bodyParams.length > 0 ? { requestBody: requestBody(binding, context) } : {}),
    responses: responses(binding, context),
  };
}

/** A path parameter names one record; a record of another type only by id. */
const inPath = (param: Param): Param =>
  param.input === null
    ? param
    : {
        ...param,
        description: `Id of the ${param.input.replace(/By$/, '').toLowerCase()}.`,
        type: { kind: 'int' },
        list: false,
      };

function parameter(param: Param, place: 'path' | 'query', context: ValueContext): Node {
  const isMaximum = param.shown.defaultFrom === 'PER_PAGE' ? ` The maximum is ${context.maxPerPage}.` : '';
  return {
    name: param.wire,
    in: place,
    required: place === 'path' || param.required,
    description: `${param.description}${isMaximum}`,
    ...(param.list ? { style: 'form', explode: false } : {}),
    schema: querySchema(param, context),
  };
}

function preconditions({ operation, pathParam, status }: Binding, { components }: ValueContext): Node[] {
  const header = (name: string, description: string): Node =>
    components.use('parameters', name.replaceAll('-', ''), () => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    }));
  if (operation.kind === 'query')
    return [
      header('If-None-Match', 'The `ETag` of an earlier response. If it still matches, the response is 304.'),
    ];
  if (status === 201)
    return [
      header(
        'Idempotency-Key',
        'A unique key of up to 255 characters, such as a UUID. The same request with the same key within 24 hours ' +
          'returns the same response and creates nothing.',
      ),
    ];
  return pathParam
    ? [
        header(
          'If-Match',
          'The `ETag` of the record, or `*`. If it does not match, nothing changes and the response is 412.',
        ),
      ]
    : [];
}

function requestBody({ operation, bodyParams }: Binding, context: ValueContext): Node {
  const schema = inputSchema(`${capitalize(operation.field)}Input`, bodyParams, context);
  const value = context.samples.bodies[operation.field];
  const json: Node = { schema };
  if (value)
    json.examples = {
      [operation.field]: context.components.use('examples', `${operation.field}Request`, () => ({ value })),
    };
  return {
    required: bodyParams.some((param) => param.required),
    content: {
      'application/json': json,
      'application/x-www-form-urlencoded': { schema },
      'multipart/form-data': { schema },
    },
  };
}
