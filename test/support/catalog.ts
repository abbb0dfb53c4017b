import type pg from 'pg';

/** Objects that instances of a release rely on, by name, such as `column event.title`. */
export interface Catalog {
  readonly columns: ReadonlyMap<string, { type: string; required: boolean }>;
  /** Definitions of constraints and unique indexes. */
  readonly rules: ReadonlyMap<string, string>;
  readonly tables: ReadonlySet<string>;
  readonly sequences: ReadonlySet<string>;
}

const COLUMNS = `
  select 'column ' || relname || '.' || attname as name, format_type(atttypid, atttypmod) as type,
    attnotnull and not atthasdef and attidentity = '' as required
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`;
const RULES = `
  select 'constraint ' || relname || ': ' || pg_get_constraintdef(pg_constraint.oid) as name, contype::text as type
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where relnamespace = 'public'::regnamespace and contype <> 'n'
  union
  select 'unique index ' || tablename || ': ' || regexp_replace(indexdef, '^.* USING ', ''), 'u'
  from pg_indexes join pg_index on indexrelid = format('%I.%I', schemaname, indexname)::regclass
  where schemaname = 'public' and indisunique and not exists (select from pg_constraint where conindid = indexrelid)`;
const RELATIONS = `
  select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = $1`;

export async function catalogOf(client: pg.Client): Promise<Catalog> {
  const named = async (kind: string): Promise<Set<string>> =>
    new Set((await client.query<{ name: string }>(RELATIONS, [kind])).rows.map(({ name }) => name));
  const columns = await client.query<{ name: string; type: string; required: boolean }>(COLUMNS);
  const rules = await client.query<{ name: string; type: string }>(RULES);
  return {
    columns: new Map(columns.rows.map(({ name, ...column }) => [name, column])),
    rules: new Map(rules.rows.map(({ name, type }) => [name, type])),
    tables: await named('r'),
    sequences: await named('S'),
  };
}

/**
 * Whether a foreign key or unique index is only about columns that older inserts leave empty: any such row satisfies
 * it.
 */
function isAboutNew(rule: string, { columns }: Catalog): boolean {
  const [, table, names] = /^\w[\w ]* (\w+): (?:FOREIGN KEY|UNIQUE|btree) \(([\w, ]+)\)/.exec(rule) ?? [];
  return names?.split(', ').every((name) => !columns.has(`column ${table}.${name}`)) ?? false;
}

/**
 * Removed or narrowed objects: each may break instances that only know the earlier catalog. A new object does not count
 * if inserts may omit it.
 */
export function contractions(before: Catalog, after: Catalog): string[] {
  const isOld = (name: string): boolean => before.tables.has(/ (\w+)/.exec(name)?.[1] ?? '');
  const gone = [
    ...[...before.tables].filter((name) => !after.tables.has(name)).map((name) => `table ${name} is gone`),
    ...[...before.sequences]
      .filter((name) => !after.sequences.has(name))
      .map((name) => `sequence ${name} is gone`),
  ];
  const columns = [...before.columns].flatMap(([name, { type, required }]) => {
    const now = after.columns.get(name);
    if (!now) return [`${name} is gone`];
    if (now.type !== type) return [`${name} is ${now.type}, was ${type}`];
    return now.required && !required ? [`${name} is required`] : [];
  });
  const added = [...after.columns]
    .filter(([name, { required }]) => required && isOld(name) && !before.columns.has(name))
    .map(([name]) => `${name} is new and required`);
  // Statements with `on conflict` need unique rules; others may be removed.
  const lost = [...before.rules]
    .filter(([name, type]) => (type === 'u' || type === 'p') && !after.rules.has(name))
    .map(([name]) => `${name} is gone`);
  const narrower = [...after.rules.keys()]
    .filter((name) => isOld(name.replace(/^unique index/, 'index')) && !before.rules.has(name))
    .filter((name) => !isAboutNew(name, before))
    .map((name) => `${name} is new`);
  return [...gone, ...columns, ...added, ...lost, ...narrower].toSorted();
}
