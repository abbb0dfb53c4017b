import type { Binding } from '../../../contract/types.ts';
import type { Node } from './components.ts';
import { deletedExample, listExample, recordExample } from './examples.ts';
import { listSchema, recordSchema } from './records.ts';
import { failureResponse, failuresOf } from './responses.ts';
import type { ValueContext } from './values.ts';

/** The responses of a binding, by status. */
export function responses(binding: Binding, context: ValueContext): Node {
  const { operation, status } = binding;
  const byStatus: Node = { [status]: success(binding, context) };
  if (operation.kind === 'query')
    byStatus['304'] = context.components.use('responses', 'NotModified', () => ({
      description: 'The response still has the `ETag` that was sent.',
    }));
  const hasTrash =
    context.contract.records.get(operation.record)?.keys.some((key) => key.key === 'status') ?? false;
  for (const one of failuresOf(binding, hasTrash))
    byStatus[one] = failureResponse(
      one,
      { ...operation, creates: binding.status === 201 },
      context.components,
    );
  return byStatus;
}

function success({ operation, status }: Binding, context: ValueContext): Node {
  const { components, contract } = context;
  const { itemsKey } = operation;
  const isList = itemsKey !== null;
  const schema = isList
    ? listSchema(operation, itemsKey, contract, components)
    : recordSchema(operation.record, 'ROOT', contract, components);
  const isDelete = operation.kind === 'mutation' && !operation.hasInput;
  const suffix = { LIST: 'List', SINGLE: '', WRITTEN: isDelete ? 'Deleted' : 'Written' }[operation.reply];
  const name = `${operation.record}${suffix}`;
  const make = (): Node => {
    if (isList) return { value: listExample(operation, itemsKey, context) };
    if (isDelete) return { value: deletedExample(operation.record, context) };
    return { value: recordExample(operation.record, 'ROOT', operation.reply, context) };
  };
  const words = isList
    ? 'One page of the list.'
    : operation.kind === 'query'
      ? 'The record.'
      : status === 201
        ? 'The new record.'
        : null;
  return {
    description: words ?? (isDelete ? 'The deleted record.' : 'The record after the change.'),
    headers: successHeaders(isList, status, components),
    content: { 'application/json': { schema, examples: { [name]: components.use('examples', name, make) } } },
  };
}

function successHeaders(isList: boolean, status: number, components: ValueContext['components']): Node {
  const header = (name: string, type: string, description: string): Node => ({
    [name]: components.use('headers', name, () => ({ description, schema: { type } })),
  });
  return {
    ...header('ETag', 'string', 'Version of the response, for `If-None-Match` and `If-Match`.'),
    ...(status === 201 ? header('Location', 'string', 'Address of the new record.') : {}),
    ...(isList
      ? {
          ...header('X-TEC-Total', 'integer', 'Number of records on all pages.'),
          ...header('X-TEC-TotalPages', 'integer', 'Number of pages.'),
          ...header('X-WP-Total', 'integer', 'The same as `X-TEC-Total`.'),
          ...header('X-WP-TotalPages', 'integer', 'The same as `X-TEC-TotalPages`.'),
          ...header(
            'Link',
            'string',
            'Next and previous page as RFC 8288 links, `rel="next"` and `rel="prev"`.',
          ),
        }
      : {}),
  };
}
