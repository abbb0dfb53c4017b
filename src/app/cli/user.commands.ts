import type { EntityManager } from '@mikro-orm/postgresql';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Audit, AuditEntry } from '../../domain/access/audit.ts';
import { type PasswordKeys, SecretKeyError } from '../../domain/access/password-keys.ts';
import { ROLES, type Role } from '../../domain/access/role.ts';
import {
  checkPasswordName,
  createPassword,
  revokePassword,
} from '../../domain/users/application-passwords.ts';
import { readmitSubjects } from '../../domain/users/oidc-user.ts';
import { authorization } from '../../domain/users/password-hash.ts';
import {
  allUsers,
  checkLogin,
  checkUserName,
  listPasswords,
  needUser,
  type UserRecord,
  userNamed,
} from '../../domain/users/user.record.ts';
import { changeUser, createUser, deleteUser } from '../../domain/users/users.ts';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue, ServiceError } from '../../lib/errors.ts';
import { jsonOption, type Output, program, runCommand, table } from './program.ts';

interface CommandEnvironment extends Output {
  /** Opens the database, if a command needs it. */
  inTransaction<T>(work: (em: EntityManager, keys: PasswordKeys) => Promise<T>): Promise<T>;
  audit: Audit;
  /** The name of the person at the terminal, for the audit log. */
  by: string;
}

/** The output of a command: for people, and for programs. */
interface CommandResult {
  text: string;
  json: unknown;
  done?: Omit<AuditEntry, 'by'>[];
}

const asId = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word))
    throw new InvalidArgumentError('It is a number; "passwords LOGIN" shows it.');
  return Number(word);
};
/** Checks a value while the command line is parsed, so that nothing is done if it is wrong. */
const checkedArgument = (check: (text: string) => string) => (text: string) => {
  try {
    return check(text);
  } catch (error) {
    if (error instanceof BadValue) throw new InvalidArgumentError(`It ${error.message}.`);
    throw error;
  }
};

const now = (): string => toUtc(new Date());
const userJson = ({ id, login, role, name, createdUtc }: UserRecord) => ({
  id,
  login,
  role,
  name,
  createdUtc,
});

interface NewPassword extends CommandResult {
  done: Omit<AuditEntry, 'by'>[];
}

async function passwordFor(
  em: EntityManager,
  keys: PasswordKeys,
  ref: string,
  name: string,
): Promise<NewPassword> {
  const { id: databaseId, login } = await userNamed(em, ref);
  const { applicationPassword, password } = await createPassword(em, keys, { databaseId }, name, now());
  const { id } = applicationPassword;
  const header = authorization(login, password);
  return {
    text: `${password}\n${header}`,
    json: { id, login, name, password, authorization: header.replace('Authorization: ', '') },
    done: [{ what: 'password created', user: login, password: { id, name } }],
  };
}

async function add(
  em: EntityManager,
  keys: PasswordKeys,
  account: { login: string; role: Role; name: string | undefined },
  passwordName: string | undefined,
): Promise<CommandResult> {
  const user = await createUser(em, account, now());
  const { role } = user;
  const created = { what: 'user created', user: user.login, role } as const;
  const text = `${user.login} is ${role} now, with the id ${user.id}.`;
  if (passwordName === undefined) {
    const next = `For a login: npm run user -- password ${user.login} --name NAME`;
    return { text: `${text} ${next}`, json: userJson(user), done: [created] };
  }
  const password = await passwordFor(em, keys, user.login, passwordName);
  return {
    text: `${text}\n${password.text}`,
    json: { ...userJson(user), password: password.json },
    done: [created, ...password.done],
  };
}

async function passwords(em: EntityManager, ref: string): Promise<CommandResult> {
  const { id } = await userNamed(em, ref);
  const rows = await listPasswords(em, id);
  const lines = rows.map((row) => [row.id, row.name, row.createdUtc, row.lastUsedUtc ?? 'never']);
  return { text: table([['ID', 'NAME', 'CREATED (UTC)', 'LAST USED (UTC)'], ...lines]), json: rows };
}

async function users(em: EntityManager): Promise<CommandResult> {
  const rows = await allUsers(em);
  const lines = rows.map((user) => [user.id, user.login, user.role, user.createdUtc, user.name]);
  return {
    text: table([['ID', 'LOGIN', 'ROLE', 'CREATED (UTC)', 'NAME'], ...lines]),
    json: rows.map(userJson),
  };
}

async function revoke(em: EntityManager, id: number): Promise<CommandResult> {
  const { name, userId } = await revokePassword(em, id);
  const { login } = await needUser(em, { databaseId: userId });
  const done = [{ what: 'password revoked', user: login, password: { id, name } } as const];
  return { text: `The password "${name}" of ${login} is revoked.`, json: { id, name, login }, done };
}

async function changeRole(em: EntityManager, ref: string, role: Role): Promise<CommandResult> {
  const { id: databaseId } = await userNamed(em, ref);
  const user = await changeUser(em, { databaseId }, { role });
  const done = [{ what: 'user changed', user: user.login, role } as const];
  return { text: `${user.login} is ${role} now.`, json: userJson(user), done };
}

async function rename(em: EntityManager, ref: string, name: string): Promise<CommandResult> {
  const { id: databaseId } = await userNamed(em, ref);
  const user = await changeUser(em, { databaseId }, { name });
  const text =
    user.name === '' ? `${user.login} has no name now.` : `${user.login} is called ${user.name} now.`;
  const done = [{ what: 'user changed', user: user.login, role: user.role } as const];
  return { text, json: userJson(user), done };
}

async function remove(em: EntityManager, ref: string): Promise<CommandResult> {
  const { id: databaseId } = await userNamed(em, ref);
  const user = await deleteUser(em, { databaseId });
  return {
    text: `${user.login} is removed.`,
    json: userJson(user),
    done: [{ what: 'user deleted', user: user.login }],
  };
}

async function readmit(em: EntityManager, login: string): Promise<CommandResult> {
  const count = await readmitSubjects(em, login);
  if (count === 0)
    throw new ServiceError('user-not-found', {
      message: 'There is no deleted user of an issuer who had this login.',
    });
  const done = [{ what: 'user readmitted', user: login } as const];
  return {
    text: `Whoever was ${login} at the issuer may come back, as a new user.`,
    json: { login, readmitted: count },
    done,
  };
}

async function adopt(em: EntityManager, keys: PasswordKeys): Promise<CommandResult> {
  await keys.adopt(em);
  const text = 'The present SECRET_KEY counts from now on. Passwords made with another one are useless.';
  return { text, json: { adopted: true }, done: [{ what: 'key adopted' }] };
}

function commands({ inTransaction, audit, by, ...output }: CommandEnvironment): Command {
  const top = program(
    'npm run user --',
    'Users and application passwords. LOGIN may also be the id of a user.',
    output,
  );
  const act = async (
    asJson: boolean | undefined,
    work: (em: EntityManager, keys: PasswordKeys) => Promise<CommandResult>,
  ): Promise<void> => {
    const { text, json, done = [] } = await inTransaction(work);
    for (const entry of done) audit({ ...entry, by });
    output.log(asJson ? JSON.stringify(json, null, 2) : text);
  };
  const command = (words: string, description: string): Command =>
    top.command(words).description(description).addOption(jsonOption());
  const roles = ROLES.join(', ');

  command('list', 'all users').action(({ json }) => act(json, users));
  command('add', 'a new user; with --password-name a login in one step')
    .argument('<LOGIN>', 'the login', checkedArgument(checkLogin))
    .addOption(new Option('--role <ROLE>', 'what the user may do').choices(ROLES).makeOptionMandatory())
    .option(
      '--password-name <NAME>',
      'makes an application password too; NAME says what it is for',
      checkedArgument(checkPasswordName),
    )
    .option('--name <NAME>', 'what everybody is shown as name of the user', checkedArgument(checkUserName))
    .action((login, { role, name, passwordName, json }) =>
      act(json, (em, keys) => add(em, keys, { login, role, name }, passwordName)),
    );
  command('role', 'gives a user another role')
    .argument('<LOGIN>')
    .addArgument(top.createArgument('<ROLE>', 'what the user may do').choices(ROLES))
    .action((login, role, { json }) => act(json, (em) => changeRole(em, login, role)));
  command('name', 'changes what everybody is shown of a user as name; an empty NAME removes it')
    .argument('<LOGIN>')
    .argument('<NAME>', 'the name', checkedArgument(checkUserName))
    .action((login, name, { json }) => act(json, (em) => rename(em, login, name)));
  command('remove', "deletes a user and the user's passwords; what the user wrote stays")
    .argument('<LOGIN>')
    .action((login, { json }) => act(json, (em) => remove(em, login)));
  command('password', 'a new application password, shown once')
    .argument('<LOGIN>')
    .addOption(
      new Option('--name <NAME>', 'what the password is for')
        .argParser(checkedArgument(checkPasswordName))
        .makeOptionMandatory(),
    )
    .action((login, { name, json }) => act(json, (em, keys) => passwordFor(em, keys, login, name)));
  command('passwords', 'the application passwords of a user, without the passwords themselves')
    .argument('<LOGIN>')
    .action((login, { json }) => act(json, (em) => passwords(em, login)));
  command('revoke', 'makes an application password useless at once')
    .argument('<ID>', 'its id', asId)
    .action((id, { json }) => act(json, (em) => revoke(em, id)));
  command('readmit', 'lets the tokens of a deleted user count again')
    .argument('<LOGIN>', 'the login that the user had')
    .action((login, { json }) => act(json, (em) => readmit(em, login)));
  command('adopt-key', 'goes on with the present SECRET_KEY when the former one is lost').action(({ json }) =>
    act(json, adopt),
  );
  top.addHelpText('after', `\nRoles: ${roles}.`);
  return top;
}

/**
 * Runs one command for users and application passwords, in one transaction.
 * @returns the exit code: 0, 1 when the command failed, 2 when it was not understood
 */
export async function runCli(argv: readonly string[], environment: CommandEnvironment): Promise<number> {
  try {
    return await runCommand(commands(environment), argv);
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof BadValue || error instanceof SecretKeyError))
      throw error;
    const [problem] = error instanceof ServiceError ? Object.values(error.problems ?? {}) : [];
    environment.fail(problem ? `LOGIN ${problem.message}.` : error.message);
    return 1;
  }
}
