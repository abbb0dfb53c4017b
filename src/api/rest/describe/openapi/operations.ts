import { capital, endpointName, isFirstPath } from '../../../contract/endpoints.ts';
import type { Binding, HttpMethod, Operation, Param } from '../../../contract/types.ts';
import type { Node } from './components.ts';
import { responses } from './successes.ts';
import { inputSchema, querySchema, type ValueContext } from './values.ts';

/** Credentials: possible for reading, necessary for writing. */
export const SECURITY: Record<Operation['kind'], Node[]> = {
  query: [{}, { basicAuth: [] }, { bearerAuth: [] }],
  mutation: [{ basicAuth: [] }, { bearerAuth: [] }],
};

/** `/events/by-slug/{slug}` -> `Events` */
export const groupOf = (path: string): string => capital(path.split('/')[1] ?? '');

/** `EventSeries` -> `event series` */
const inWords = (type: string): string => type.replace(/(?<=.)[A-Z]/g, ' $&').toLowerCase();

/** What is done, for one line of a list: `List events`, `Change an event by slug (PUT)`. No two are the same. */
function summary(binding: Binding, method: HttpMethod): string {
  const { operation, pathParam, methods, path } = binding;
  const { record, itemsKey, kind, hasInput } = operation;
  const noun = inWords(record);
  const one = `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
  const by = pathParam && pathParam.wire !== 'id' ? ` by ${pathParam.wire}` : '';
  const at = isFirstPath(binding) && binding.names === null ? '' : ` at ${path}`;
  // Several methods run one change; PATCH is the one whose meaning in HTTP fits.
  const how = methods.length > 1 && method !== 'PATCH' ? ` (${method})` : '';
  if (itemsKey !== null) return `List ${itemsKey.replaceAll('_', ' ')}${at}`;
  if (kind === 'query') return `Read ${one}${by}${at}`;
  if (!hasInput) return `Delete ${one}${by}${at}`;
  return pathParam ? `Change ${one}${by}${at}${how}` : `Create ${one}${at}`;
}

/** One operation of the document: a method on a path. */
export function operationNode(binding: Binding, method: HttpMethod, context: ValueContext): Node {
  const { operation, pathParam, queryParams, bodyParams, methods, path } = binding;
  const sameAs =
    methods.length > 1 ? ` ${methods.join(', ')} do the same here: fields left out stay as they are.` : '';
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

/** A path names one record, and a record of another type by its number. */
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
  const isMaximum = param.shown.defaultFrom === 'PER_PAGE' ? ` Here that is ${context.maxPerPage}.` : '';
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
    return [header('If-None-Match', 'An `ETag` of an earlier answer: if it still holds, the answer is 304.')];
  if (status === 201)
    return [
      header(
        'Idempotency-Key',
        'Up to 255 characters that nobody else uses: sent again with the same body within 24 hours, ' +
          'the answer is the same and nothing new is made.',
      ),
    ];
  return pathParam
    ? [
        header(
          'If-Match',
          'An `ETag` of the record, or `*`: if it no longer holds, nothing happens and the answer is 412.',
        ),
      ]
    : [];
}

function requestBody({ operation, bodyParams }: Binding, context: ValueContext): Node {
  const schema = inputSchema(`${capital(operation.field)}Input`, bodyParams, context);
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
