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
import { authorizationHeader } from '../../domain/users/password-hash.ts';
import {
  allUsers,
  checkLogin,
  checkUserName,
  listPasswords,
  requireUser,
  type UserRecord,
  userByLoginOrId,
} from '../../domain/users/user.record.ts';
import { changeUser, createUser, deleteUser } from '../../domain/users/users.ts';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue, ServiceError } from '../../lib/errors.ts';
import { jsonOption, type Output, program, runCommand, table } from './program.ts';

interface CommandEnvironment extends Output {
  inTransaction<T>(work: (em: EntityManager, keys: PasswordKeys) => Promise<T>): Promise<T>;
  audit: Audit;
  /** The operator at the terminal, for the audit log. */
  by: string;
}

/** The output of a command, for people and for programs. */
interface CommandResult {
  text: string;
  json: unknown;
  done?: Omit<AuditEntry, 'by'>[];
}

const asId = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word))
    throw new InvalidArgumentError('Use the number that "passwords LOGIN" shows.');
  return Number(word);
};
/** Checks a value while the command line is parsed, so that an invalid one stops the command. */
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
  const { id: databaseId, login } = await userByLoginOrId(em, ref);
  const { applicationPassword, password } = await createPassword(em, keys, { databaseId }, name, now());
  const { id } = applicationPassword;
  const header = authorizationHeader(login, password);
  return {
    text: `${password}\n${header}`,
    json: { id, login, name, password, authorization: header.replace('Authorization: ', '') },
    done: [{ action: 'password created', user: login, password: { id, name } }],
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
  const created = { action: 'user created', user: user.login, role } as const;
  const text = `${user.login} was added as ${role}, with the id ${user.id}.`;
  if (passwordName === undefined) {
    const next = `To create a password: npm run user -- password ${user.login} --name NAME`;
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
  const { id } = await userByLoginOrId(em, ref);
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
  const { login } = await requireUser(em, { databaseId: userId });
  const done = [{ action: 'password revoked', user: login, password: { id, name } } as const];
  return { text: `The password "${name}" of ${login} was revoked.`, json: { id, name, login }, done };
}

async function changeRole(em: EntityManager, ref: string, role: Role): Promise<CommandResult> {
  const { id: databaseId } = await userByLoginOrId(em, ref);
  const user = await changeUser(em, { databaseId }, { role });
  const done = [{ action: 'user changed', user: user.login, role } as const];
  return { text: `${user.login} has the role ${role} now.`, json: userJson(user), done };
}

async function rename(em: EntityManager, ref: string, name: string): Promise<CommandResult> {
  const { id: databaseId } = await userByLoginOrId(em, ref);
  const user = await changeUser(em, { databaseId }, { name });
  const text =
    user.name === '' ? `${user.login} has no name now.` : `${user.login} is called ${user.name} now.`;
  const done = [{ action: 'user changed', user: user.login, role: user.role } as const];
  return { text, json: userJson(user), done };
}

async function remove(em: EntityManager, ref: string): Promise<CommandResult> {
  const { id: databaseId } = await userByLoginOrId(em, ref);
  const user = await deleteUser(em, { databaseId });
  return {
    text: `${user.login} was deleted.`,
    json: userJson(user),
    done: [{ action: 'user deleted', user: user.login }],
  };
}

async function readmit(em: EntityManager, login: string): Promise<CommandResult> {
  const count = await readmitSubjects(em, login);
  if (count === 0)
    throw new ServiceError('user-not-found', {
      message: 'No deleted user of an issuer had this login.',
    });
  const done = [{ action: 'user readmitted', user: login } as const];
  return {
    text: `Tokens of the former user ${login} are accepted again, for a new user.`,
    json: { login, readmitted: count },
    done,
  };
}

async function adopt(em: EntityManager, keys: PasswordKeys): Promise<CommandResult> {
  await keys.adopt(em);
  const text =
    'The current SECRET_KEY is in use from now on. Passwords created with another one no longer work.';
  return { text, json: { adopted: true }, done: [{ action: 'key adopted' }] };
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

  command('list', 'list all users').action(({ json }) => act(json, users));
  command('add', 'add a user; --password-name also creates an application password')
    .argument('<LOGIN>', 'login of the new user', checkedArgument(checkLogin))
    .addOption(new Option('--role <ROLE>', 'role of the user').choices(ROLES).makeOptionMandatory())
    .option(
      '--password-name <NAME>',
      'create an application password too; NAME describes its purpose',
      checkedArgument(checkPasswordName),
    )
    .option('--name <NAME>', 'public name of the user', checkedArgument(checkUserName))
    .action((login, { role, name, passwordName, json }) =>
      act(json, (em, keys) => add(em, keys, { login, role, name }, passwordName)),
    );
  command('role', 'change the role of a user')
    .argument('<LOGIN>')
    .addArgument(top.createArgument('<ROLE>', 'new role').choices(ROLES))
    .action((login, role, { json }) => act(json, (em) => changeRole(em, login, role)));
  command('name', 'change the public name of a user; an empty NAME removes it')
    .argument('<LOGIN>')
    .argument('<NAME>', 'new name', checkedArgument(checkUserName))
    .action((login, name, { json }) => act(json, (em) => rename(em, login, name)));
  command('remove', "delete a user and the user's passwords; records by the user stay")
    .argument('<LOGIN>')
    .action((login, { json }) => act(json, (em) => remove(em, login)));
  command('password', 'create an application password, shown only once')
    .argument('<LOGIN>')
    .addOption(
      new Option('--name <NAME>', 'purpose of the password')
        .argParser(checkedArgument(checkPasswordName))
        .makeOptionMandatory(),
    )
    .action((login, { name, json }) => act(json, (em, keys) => passwordFor(em, keys, login, name)));
  command('passwords', 'list the application passwords of a user, without the passwords themselves')
    .argument('<LOGIN>')
    .action((login, { json }) => act(json, (em) => passwords(em, login)));
  command('revoke', 'revoke an application password immediately')
    .argument('<ID>', 'id of the password', asId)
    .action((id, { json }) => act(json, (em) => revoke(em, id)));
  command('readmit', 'accept the tokens of a deleted user again')
    .argument('<LOGIN>', 'login of the deleted user')
    .action((login, { json }) => act(json, (em) => readmit(em, login)));
  command('adopt-key', 'use the current SECRET_KEY if the former one is lost').action(({ json }) =>
    act(json, adopt),
  );
  top.addHelpText('after', `\nRoles: ${roles}.`);
  return top;
}

/**
 * Runs one command for users and application passwords, in one transaction.
 * @returns the exit code: 0, 1 if the command failed, 2 for an invalid command line
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
