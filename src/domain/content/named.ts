import type { RecordKind } from '../../lib/kinds.ts';
import type { Context } from '../context/context.ts';
import type { Checks } from '../resource/checks.ts';
import { type Guarded, type OperationSteps, onRecord, type Target } from '../resource/resource.ts';
import { namedCommands } from './named.commands.ts';
import type { ListArgs, NamedFields, NamedInput, NamedKind, NamedRecord } from './named.kind.ts';
import { namedQueries } from './named.queries.ts';
import { authorizeChange, authorizeCreate, existing, readable } from './target.ts';

/** Everything that can be done with the records of one kind. */
export function namedRecords<
  K extends RecordKind,
  F extends NamedFields,
  R extends NamedRecord<F>,
  Args extends ListArgs,
>(of: NamedKind<K, F, R, Args>) {
  const { kind, findRow } = of;
  const queries = namedQueries(of);
  const commands = namedCommands(of);
  const { find } = queries;
  const read = async (context: Context, id: number): Promise<R> =>
    existing(kind, await find(context, { id }));

  const list = {
    check: (context: Context, args: Args, checks: Checks) => of.shown(context, args, checks),
    run: (context: Context, args: Args) => queries.list(context, args),
  };
  const one: OperationSteps<Target, R> = {
    run: async (context, target) => readable(context, kind, await find(context, target)),
  };
  const create: Guarded<{ input: NamedInput<F> }, R> = {
    authorize: authorizeCreate,
    check: (context, { input }, checks) => commands.check(context, checks, input, null),
    run: async (context, { input }) => read(context, await commands.create(context, input)),
  };
  const update = onRecord<{ input: NamedInput<F> }, R, R>(authorizeChange(kind, find), {
    check: (context, { input }, checks, record) => commands.check(context, checks, input, record),
    run: (context, { input }, record) => commands.update(context, record, input),
  });
  const remove = onRecord<{ force: boolean }, R, R>(authorizeChange(kind, find), {
    run: (context, { force }, record) => commands.remove(context, record, force),
  });
  return { kind, findRow, ...queries, ...commands, operations: { list, one, create, update, remove } };
}
