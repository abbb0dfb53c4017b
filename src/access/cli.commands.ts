import { parseArgs } from 'node:util';
import type { Db } from '../db/orm.ts';
import { BadValue, ServiceError } from '../errors.ts';
import { toUtc } from '../kernel/dates.ts';
import { checkPasswordName, createPassword, listPasswords, revokePassword } from './application-passwords.ts';
import { ROLES, type Role } from './user.entity.ts';
import { checkLogin, listUsers } from './user.record.ts';
import { changeRole, createUser, deleteUser } from './users.ts';

export const USAGE = `Usage: npm run user -- COMMAND
  list                          all users
  add LOGIN --role ROLE         a new user; ROLE is one of ${ROLES.join(', ')}
  role LOGIN ROLE               another role
  remove LOGIN                  deletes a user and the user's passwords; what the user wrote stays
  password LOGIN --name NAME    a new application password, shown once; NAME says what it is for
  passwords LOGIN               the application passwords of a user, without the passwords themselves
  revoke ID                     makes an application password useless at once
LOGIN may also be the id of a user.`;

/** The command line makes no sense; the answer is the usage. */
class UsageError extends Error {}

const asRole = (word: string | undefined): Role => {
  const role = ROLES.find((known) => known === word);
  if (!role) throw new UsageError(`the role must be one of ${ROLES.join(', ')}`);
  return role;
};

const asId = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new UsageError('the id of an application password is a number; see `passwords LOGIN`');
  return Number(word);
};

const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => String(cell).padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

interface Options {
  role?: string | undefined;
  name?: string | undefined;
}

type Command = (db: Db, first: string, second: string, options: Options) => Promise<string>;

/** Each with the number of words it takes. */
const COMMANDS: Record<string, [words: number, run: Command]> = {
  list: [
    0,
    async (db) =>
      table([
        ['ID', 'LOGIN', 'ROLE', 'CREATED (UTC)'],
        ...(await listUsers(db)).map((user) => [user.id, user.login, user.role, user.createdUtc]),
      ]),
  ],
  add: [
    1,
    async (db, login, _second, options) => {
      const user = await createUser(db, { login: checkLogin(login), role: asRole(options.role) }, toUtc(new Date()));
      return `${user.login} is ${user.role} now, with the id ${user.id}. For a login: npm run user -- password ${user.login} --name NAME`;
    },
  ],
  role: [
    2,
    async (db, login, role) => {
      const user = await changeRole(db, login, asRole(role));
      return `${user.login} is ${user.role} now.`;
    },
  ],
  remove: [1, async (db, login) => `${(await deleteUser(db, login)).login} is removed.`],
  password: [
    1,
    async (db, login, _second, options) => {
      if (options.name === undefined) throw new UsageError('say with --name what the password is for');
      return (await createPassword(db, login, checkPasswordName(options.name), toUtc(new Date()))).password;
    },
  ],
  passwords: [
    1,
    async (db, login) => {
      const rows = (await listPasswords(db, login)).map((row) => [row.id, row.name, row.createdUtc, row.lastUsedUtc ?? 'never']);
      return table([['ID', 'NAME', 'CREATED (UTC)', 'LAST USED (UTC)'], ...rows]);
    },
  ],
  revoke: [1, async (db, id) => `The password "${(await revokePassword(db, asId(id))).name}" is revoked.`],
};

/** Words and options of a command line. @throws UsageError */
function parse(argv: readonly string[]): { run: Command; words: string[]; options: Options } {
  const settings = { args: [...argv], allowPositionals: true, options: { role: { type: 'string' }, name: { type: 'string' } } } as const;
  let parsed: ReturnType<typeof parseArgs<typeof settings>>;
  try {
    parsed = parseArgs(settings);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const [name = '', ...words] = parsed.positionals;
  const [expected, run] = (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ?? [];
  if (!run) throw new UsageError(name === '' ? 'which command?' : `there is no command ${name}`);
  if (words.length !== expected) throw new UsageError(`${name} takes ${expected === 1 ? 'one word' : `${expected} words`}`);
  return { run, words, options: parsed.values };
}

export interface Surroundings {
  db: Db;
  /** Gets the answer. */
  log: (text: string) => void;
  /** Gets what is wrong; the same as `log` unless given. */
  fail?: (text: string) => void;
}

/**
 * Runs one command for users and application passwords, in one transaction.
 * @returns the exit code: 0, 1 when the command failed, 2 when it was not understood
 */
export async function runCli(argv: readonly string[], { db, log, fail = log }: Surroundings): Promise<number> {
  try {
    const { run, words, options } = parse(argv);
    log(await db.transaction().execute((transaction) => run(transaction, words[0] ?? '', words[1] ?? '', options)));
    return 0;
  } catch (error) {
    if (error instanceof UsageError) fail(`${error.message}\n\n${USAGE}`);
    else if (error instanceof ServiceError || error instanceof BadValue) fail(error.message);
    else throw error;
    return error instanceof UsageError ? 2 : 1;
  }
}
