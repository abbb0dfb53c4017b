import type { EntityManager } from '@mikro-orm/postgresql';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { PasswordKeys } from '../../domain/access/password-keys.ts';
import { userByLoginOrId } from '../../domain/users/user.record.ts';
import { checkTarget } from '../../domain/webhooks/target.ts';
import { allWebhooks, latestDeliveries, requireWebhook } from '../../domain/webhooks/webhook.queries.ts';
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
  inTransaction<T>(work: (em: EntityManager, keys: PasswordKeys) => Promise<T>): Promise<T>;
  allowPrivate: boolean;
}

interface CommandResult {
  text: string;
  json: unknown;
}

const STATES = ['pending', 'delivered', 'parked', 'skipped'];
const MAX_LISTED_MESSAGES = 100;

const asId = (word: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError('Use the number that "list" shows.');
  return Number(word);
};
const asTypes = (word: string): string[] => {
  try {
    return checkTypes(word.split(',').map((type) => type.trim()));
  } catch (error) {
    throw error instanceof BadValue ? new InvalidArgumentError(`It ${error.message}.`) : error;
  }
};
const asInstant = (word: string): string => {
  const time = new Date(word);
  if (Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('Use a time such as 2027-06-12T08:00:00Z.');
  return toUtc(time);
};

async function list(em: EntityManager): Promise<CommandResult> {
  const rows = await allWebhooks(kysely(em));
  const lines = rows.map((row) => [
    row.id,
    row.isActive ? 'active' : 'inactive',
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
  await requireWebhook(db, id);
  const rows = await latestDeliveries(db, id, { state, most: MAX_LISTED_MESSAGES });
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
  const heading = [
    'MESSAGE',
    'TYPE',
    'RECORD',
    'STORED (UTC)',
    'STATE',
    'ATTEMPTS',
    'RESPONSE',
    'NEXT (UTC)',
  ];
  return { text: table([heading, ...lines]), json: rows };
}

function commands({ inTransaction, allowPrivate, ...output }: CommandEnvironment): Command {
  const top = program(
    'npm run webhook --',
    'Webhooks: send changes of the calendar to a URL, by Standard Webhooks.',
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

  command('add', 'add a webhook; prints its secret, only once')
    .argument('<URL>', 'https URL that receives the messages')
    .requiredOption('--user <LOGIN>', 'user whose rights decide which records are sent')
    .option('--types <TYPES>', 'types of changes, such as event.*,venue.created', asTypes, ['*'])
    .action(async (url, { user, types, json }) => {
      const target = await checkTarget(url, allowPrivate);
      await act(json, async (em, keys) => {
        const nowUtc = toUtc(new Date());
        const { id: databaseId } = await userByLoginOrId(em, user);
        const created = { url: target, types, user: { databaseId }, nowUtc };
        const { webhook, secret } = await createWebhook(em, keys, created);
        const { id } = webhook;
        return {
          text: `Webhook ${id} receives ${types.join(', ')} from now on.\n${secret}`,
          json: { id, secret, url: target, types },
        };
      });
    });
  command('list', 'list all webhooks and their pending messages').action(({ json }) => act(json, list));
  command('remove', 'delete the webhook')
    .argument('<ID>', 'id of the webhook', asId)
    .action((id, { json }) =>
      act(json, async (em) => {
        const { url } = await deleteWebhook(em, id);
        return { text: `The webhook ${id} for ${url} was deleted.`, json: { id, url } };
      }),
    );
  command('deliveries', `list the latest ${MAX_LISTED_MESSAGES} messages`)
    .argument('<ID>', 'id of the webhook', asId)
    .addOption(new Option('--state <STATE>', 'only messages in this state').choices(STATES))
    .action((id, { state, json }) => act(json, (em) => deliveries(em, id, state)));
  command('replay', 'redeliver parked messages, with --since also delivered ones, or one message')
    .argument('<ID>', 'id of the webhook', asId)
    .option(
      '--since <MOMENT>',
      'start time, such as 2027-06-12T08:00:00Z; messages are stored for seven days',
      asInstant,
    )
    .addOption(
      new Option('--message <MESSAGE>', 'id of the message; "deliveries" shows it').conflicts('since'),
    )
    .action((id, { since, message, json }) =>
      act(json, async (em) => {
        const { messageCount: count } = await (message === undefined
          ? replayWebhook(em, id, since ?? null)
          : replayMessage(em, id, message));
        return {
          text: `Redelivering ${count} ${count === 1 ? 'message' : 'messages'}.`,
          json: { id, count },
        };
      }),
    );
  return top;
}

/**
 * Runs one command for webhooks.
 * @returns the exit code: 0, 1 if the command failed, 2 for an invalid command line
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
