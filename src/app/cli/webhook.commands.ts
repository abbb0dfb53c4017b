import type { EntityManager } from '@mikro-orm/postgresql';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PasswordKeys } from '../../domain/access/password-keys.ts';
import { userNamed } from '../../domain/users/user.record.ts';
import { checkTarget } from '../../domain/webhooks/target.ts';
import { allWebhooks, latestDeliveries, needWebhook } from '../../domain/webhooks/webhook.queries.ts';
import { checkTypes } from '../../domain/webhooks/webhook-types.ts';
import {
  createWebhook,
  deleteWebhook,
  replayMessage,
  replayWebhook,
} from '../../domain/webhooks/webhooks.ts';
import { toUtc } from '../../lib/date-time.ts';
import { BadValue, ServiceError } from '../../lib/errors.ts';
import { kysely } from '../../platform/postgres/orm.ts';
import { jsonOption, type Output, program, runCommand, table } from './program.ts';

interface CommandEnvironment extends Output {
  /** Opens the database, if a command needs it. */
  inTransaction<T>(work: (em: EntityManager, keys: PasswordKeys) => Promise<T>): Promise<T>;
  /** Whether private addresses are allowed. */
  allowPrivate: boolean;
}

interface CommandResult {
  text: string;
  json: unknown;
}

const STATES = ['pending', 'delivered', 'parked', 'skipped'];
const MOST = 100;

const asId = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError('It is a number; "list" shows it.');
  return Number(word);
};
const asTypes = (word: string): string[] => {
  try {
    return checkTypes(word.split(',').map((type) => type.trim()));
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(`It ${error.message}.`) : error;
  }
};
const asMoment = (word: string): string => {
  const moment = new Date(word);
  if (Number.isNaN(moment.getTime()))
    throw new InvalidArgumentError('It is a moment such as 2027-06-12T08:00:00Z.');
  return toUtc(moment);
};

async function list(em: EntityManager): Promise<CommandResult> {
  const rows = await allWebhooks(kysely(em));
  const lines = rows.map((row) => [
    row.id,
    row.isActive ? 'active' : 'ended',
    row.url,
    row.types.join(','),
    row.user,
    row.pending,
    row.parked,
    row.deliveredUtc ?? 'never',
    row.error ?? '',
  ]);
  const heading = [
    'ID',
    'STATE',
    'URL',
    'TYPES',
    'USER',
    'PENDING',
    'PARKED',
    'DELIVERED (UTC)',
    'LAST FAILURE',
  ];
  return { text: table([heading, ...lines]), json: rows };
}

async function deliveries(em: EntityManager, id: number, state?: string): Promise<CommandResult> {
  const db = kysely(em);
  await needWebhook(db, id);
  const rows = await latestDeliveries(db, id, { state, most: MOST });
  const lines = rows.map((row) => [
    row.messageId,
    row.type,
    row.recordId,
    row.storedUtc,
    row.state,
    row.attempts,
    row.error ?? row.status ?? '',
    row.nextAttemptUtc ?? '',
  ]);
  const heading = ['MESSAGE', 'TYPE', 'RECORD', 'STORED (UTC)', 'STATE', 'ATTEMPTS', 'ANSWER', 'NEXT (UTC)'];
  return { text: table([heading, ...lines]), json: rows };
}

function commands({ inTransaction, allowPrivate, ...output }: CommandEnvironment): Command {
  const top = program(
    'npm run webhook --',
    'Addresses that are told of changes, by Standard Webhooks.',
    output,
  );
  const act = async (
    asJson: boolean | undefined,
    work: (em: EntityManager, keys: PasswordKeys) => Promise<CommandResult>,
  ): Promise<void> => {
    const { text, json } = await inTransaction(work);
    output.log(asJson ? JSON.stringify(json, null, 2) : text);
  };
  const command = (words: string, description: string): Command =>
    top.command(words).description(description).addOption(jsonOption());

  command('add', 'a new webhook; shows its secret, this once')
    .argument('<URL>', 'where to send messages, with https')
    .requiredOption('--user <LOGIN>', 'with whose rights records are read')
    .option('--types <TYPES>', 'what to tell, as in event.*,venue.created', asTypes, ['*'])
    .action(async (url, { user, types, json }) => {
      const target = await checkTarget(url, allowPrivate);
      await act(json, async (em, keys) => {
        const nowUtc = toUtc(new Date());
        const { id: databaseId } = await userNamed(em, user);
        const created = { url: target, types, user: { databaseId }, nowUtc };
        const { webhook, secret } = await createWebhook(em, keys, created);
        const { id } = webhook;
        return {
          text: `Webhook ${id} is told of ${types.join(', ')} from now on.\n${secret}`,
          json: { id, secret, url: target, types },
        };
      });
    });
  command('list', 'all webhooks, and what waits for them').action(({ json }) => act(json, list));
  command('remove', 'tells it nothing any more')
    .argument('<ID>', 'its id', asId)
    .action((id, { json }) =>
      act(json, async (em) => {
        const { url } = await deleteWebhook(em, id);
        return { text: `${url} is told nothing any more.`, json: { id, url } };
      }),
    );
  command('deliveries', `the latest ${MOST} messages`)
    .argument('<ID>', 'its id', asId)
    .addOption(new Option('--state <STATE>', 'only those').choices(STATES))
    .action((id, { state, json }) => act(json, (em) => deliveries(em, id, state)));
  command('replay', 'delivers again what was parked, with --since also what was delivered, or one message')
    .argument('<ID>', 'its id', asId)
    .option('--since <MOMENT>', 'from when on, as in 2027-06-12T08:00:00Z; seven days are kept', asMoment)
    .addOption(new Option('--message <MESSAGE>', 'its id; "deliveries" shows it').conflicts('since'))
    .action((id, { since, message, json }) =>
      act(json, async (em) => {
        const { messageCount: count } = await (message === undefined
          ? replayWebhook(em, id, since ?? null)
          : replayMessage(em, id, message));
        return { text: `${count} messages are delivered again.`, json: { id, count } };
      }),
    );
  return top;
}

/**
 * Runs one command for webhooks.
 * @returns the exit code: 0, 1 when the command failed, 2 when it was not understood
 */
export async function runCli(argv: readonly string[], environment: CommandEnvironment): Promise<number> {
  try {
    return await runCommand(commands(environment), argv);
  } catch (error) {
    if (error instanceof BadValue) environment.fail(`URL ${error.message}.`);
    else if (error instanceof ServiceError) environment.fail(error.message);
    else throw error;
    return 1;
  }
}
