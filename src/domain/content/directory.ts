import type { RecordKind } from '../../lib/kinds.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { type Guarded, type OperationSteps, onRecord, type Target } from '../resource/resource.ts';
import { directoryCommands } from './directory.commands.ts';
import type {
  DirectoryDefinition,
  DirectoryFields,
  DirectoryInput,
  DirectoryRecord,
  ListArgs,
} from './directory.definition.ts';
import { directoryQueries } from './directory.queries.ts';
import { authorizeChange, authorizeCreate, existing, readable } from './target.ts';

/**
 * Makes a directory: records of one kind with names, such as venues, that events are linked to. @returns all
 * that can be done with them
 */
export function defineDirectory<
  K extends RecordKind,
  F extends DirectoryFields,
  R extends DirectoryRecord<F>,
  Args extends ListArgs,
>(definition: DirectoryDefinition<K, F, R, Args>) {
  const { kind, findRow } = definition;
  const queries = directoryQueries(definition);
  const commands = directoryCommands(definition);
  const { find } = queries;
  const read = async (context: Context, id: number): Promise<R> =>
    existing(kind, await find(context, { id }));

  const list = {
    check: (context: Context, args: Args, checks: Checks) => queries.check(context, args, checks),
    run: (context: Context, args: Args) => queries.list(context, args),
  };
  const one: OperationSteps<Target, R> = {
    run: async (context, target) => readable(context, kind, await find(context, target)),
  };
  const create: Guarded<{ input: DirectoryInput<F> }, R> = {
    authorize: authorizeCreate,
    check: (context, { input }, checks) => commands.check(context, checks, input, null),
    run: async (context, { input }) => read(context, await commands.create(context, input)),
  };
  const update = onRecord<{ input: DirectoryInput<F> }, R, R>(authorizeChange(kind, find), {
    check: (context, { input }, checks, record) => commands.check(context, checks, input, record),
    run: (context, { input }, record) => commands.update(context, record, input),
  });
  const remove = onRecord<{ force: boolean }, R, R>(authorizeChange(kind, find), {
    run: (context, { force }, record) => commands.remove(context, record, force),
  });
  return { kind, findRow, ...queries, ...commands, operations: { list, one, create, update, remove } };
}
