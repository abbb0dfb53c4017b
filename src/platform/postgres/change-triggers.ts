/** Transition tables of the statement triggers; the trigger functions expect these names. */
const EVENTS = [
  ['insert', 'referencing new table as changed '],
  ['update', 'referencing old table as was new table as changed '],
  ['delete', 'referencing old table as changed '],
  ['truncate', ''],
] as const;

type Event = (typeof EVENTS)[number][0];

/**
 * The function that logs changes of a table. The log names records (tables with a status), other rows with an id, and
 * the links of an event; of other tables only the table.
 */
function triggerFunction(event: Event, table: string, has: (column: string) => boolean): string {
  if (event === 'truncate') return 'tell_change()';
  if (has('id')) return `${isRecord(has) ? `log_record_${event}` : 'log_change'}('${table}')`;
  if (has('event_id')) return event === 'update' ? 'log_link_update()' : 'log_link()';
  return 'tell_change()';
}

const isRecord = (has: (column: string) => boolean): boolean => ['id', 'status', 'published_utc'].every(has);

/**
 * The triggers of a new table, which entities do not describe: one logs each change, because values from the table may
 * be cached (decisions/0094); deleting a record also erases the stored responses that show it (decisions/0058). The
 * trigger functions exist already.
 * @param statement a statement of a migration; only `create table` needs triggers
 */
export function changeTriggers(statement: string): string[] {
  const [, table] = /^create table "(\w+)"/.exec(statement) ?? [];
  if (table === undefined) return [];
  const has = (column: string): boolean => statement.includes(`"${column}" `);
  const trigger = (name: string, event: Event, rows: string, run: string): string =>
    `create trigger ${table}_${name} after ${event} on "${table}" ${rows}for each statement execute function ${run}`;
  const triggers = EVENTS.map(([event, rows]) =>
    trigger(`${event}_logged`, event, rows, triggerFunction(event, table, has)),
  );
  if (isRecord(has))
    triggers.push(
      trigger('erased_in_answers', 'delete', 'referencing old table as erased ', "erase_answers('record')"),
    );
  return triggers;
}
