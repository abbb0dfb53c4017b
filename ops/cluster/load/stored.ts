import { queryOnce } from '../../../bench/support/database.ts';
import { type Ledger, titleOf, versionIn } from './ledger.ts';

interface Stored {
  id: number;
  title: string;
  isWhole: boolean;
}

const EVENTS = `select id, title,
  exists (select from event_venue where event_id = event.id) and
  exists (select from event_organizer where event_id = event.id) and
  (select count(*) from event_term where event_id = event.id) = 2 as "isWhole" from event where title like 'Run %'`;

const DOUBLED = `select name from (
    select title as name from event union all select name from venue union all select name from organizer
    union all select name from term) as named
  group by name having count(*) > 1`;

interface Comparison {
  /** Acknowledged writes that are not stored. */
  lost: string[];
  doubled: string[];
  /** Stored in part, or never sent. */
  wrong: string[];
}

/** Compares stored events with acknowledged writes. */
export async function compareStored(databaseUrl: string, ledger: Ledger): Promise<Comparison> {
  const stored = await queryOnce<Stored>(databaseUrl, EVENTS);
  const byId = new Map(stored.map((event) => [event.id, event]));
  const subjects = new Map(ledger.subjects.map((subject) => [subject.id, subject]));
  const lost: string[] = [];
  for (const [title, id] of ledger.created)
    if (!subjects.has(id) && byId.get(id)?.title !== title) lost.push(`creation of ${title}`);
  for (const { id, title, acknowledged, sent } of subjects.values()) {
    const last = acknowledged.at(-1)?.version ?? 0;
    const storedTitle = byId.get(id)?.title ?? '';
    const version = versionIn(storedTitle);
    if (!(version >= last)) lost.push(`${title}: version ${last}, there is "${storedTitle}"`);
    else if (storedTitle !== titleOf(title, version) || version > sent)
      lost.push(`${title}: there is "${storedTitle}"`);
  }
  const own = stored.filter(({ title }) => isOfRun(ledger, title));
  return {
    lost,
    doubled: (await queryOnce<{ name: string }>(databaseUrl, DOUBLED)).map(({ name }) => name),
    wrong: own
      .filter(
        ({ id, title, isWhole }) =>
          !isWhole || !(subjects.has(id) || ledger.created.get(title) === id || ledger.unanswered.has(title)),
      )
      .map(({ id, title }) => `${id} ${title}`),
  };
}

/** Whether an event belongs to this run, and not to an earlier one. */
const isOfRun = ({ subjects }: Ledger, title: string): boolean => {
  const run = /^Run \d+ /.exec(subjects[0]?.title ?? '')?.[0];
  return run !== undefined && title.startsWith(run);
};
