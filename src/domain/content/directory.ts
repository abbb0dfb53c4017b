import { encodeGlobalId } from '../../lib/global-id.ts';
import type { RecordKind } from '../../lib/kinds.ts';
import type { Context } from '../context/context.ts';
import type { OrganizerBy, VenueBy } from '../generated/schema.ts';
import type { Checks } from '../resource/checks.ts';
import { type Guarded, type OperationSteps, onRecord, targetOf } from '../resource/resource.ts';
import { directoryCommands } from './directory.commands.ts';
import type {
  DirectoryDefinition,
  DirectoryFields,
  DirectoryInput,
  DirectoryRecord,
  ListArgs,
  ListFilter,
} from './directory.definition.ts';
import { directoryQueries } from './directory.queries.ts';
import { authorizeChange, authorizeCreate, requireExisting, requireReadable } from './target.ts';

/** Creates the queries, commands and operations of a directory: named records that events link to, such as venues. */
export function defineDirectory<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Filter extends ListFilter,
  Payload extends object,
>(definition: DirectoryDefinition<K, F, R, Filter, Payload>) {
  const { kind, type, findRow, payload } = definition;
  const queries = directoryQueries(definition);
  const commands = directoryCommands(definition);
  const { find } = queries;
  const read = async (context: Context, id: number): Promise<R> =>
    requireExisting(kind, await find(context, { id }));

  const list = {
    check: (context: Context, args: ListArgs<Filter>, checks: Checks) => queries.check(context, args, checks),
    run: (context: Context, args: ListArgs<Filter>) => queries.list(context, args),
  };
  const one: OperationSteps<{ by: VenueBy | OrganizerBy }, R> = {
    run: async (context, { by }) => requireReadable(context, kind, await find(context, targetOf(by))),
  };
  const create: Guarded<{ input: DirectoryInput<F> }, Payload> = {
    authorize: authorizeCreate,
    check: (context, { input }, checks) => commands.check(context, checks, input, null),
    run: async (context, { input }) => payload(await read(context, await commands.create(context, input))),
  };
  const update = onRecord<{ input: DirectoryInput<F> }, Payload, R>(authorizeChange(kind, find), {
    check: (context, { input }, checks, record) => commands.check(context, checks, input, record),
    run: async (context, { input }, record) => payload(await commands.update(context, record, input)),
  });
  const remove = onRecord<{ force: boolean }, Payload & { deletedId: string }, R>(
    authorizeChange(kind, find),
    {
      run: async (context, { force }, record) => ({
        ...payload(await commands.remove(context, record, force)),
        deletedId: encodeGlobalId(type, record.id),
      }),
    },
  );
  return { kind, findRow, ...queries, ...commands, operations: { list, one, create, update, remove } };
}
