import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLScalarType,
  type GraphQLSchema,
  isScalarType,
} from 'graphql';
import { buildContract, paramSource } from '../../src/api/contract/contract.ts';
import { buildParam, type ParamSource } from '../../src/api/contract/params.ts';
import { contractSchema, parseContract } from '../../src/api/contract/source.ts';
import type { Contract, Operation, Revision } from '../../src/api/contract/types.ts';
import { OperationValidator, type Steps } from '../../src/api/graphql/operation-validator.ts';
import type { Runner } from '../../src/api/graphql/runner.ts';
import { crossOrigin } from '../../src/api/http/cors.ts';
import { sender } from '../../src/api/http/send.ts';
import { siteReader } from '../../src/api/http/site.ts';
import { restRouter } from '../../src/api/rest/index.ts';
import { rootField } from '../../src/api/rest/operations.ts';
import { DATABASE_SCHEMA } from '../../src/app/database-schema.ts';
import { ANONYMOUS, type Caller } from '../../src/domain/access/caller.ts';
import { type Context, createContext } from '../../src/domain/context/context.ts';
import type { Checks } from '../../src/domain/resource/checks.ts';
import type { Target } from '../../src/domain/resource/resource.ts';
import { US_DOLLAR } from '../../src/lib/currency.ts';
import { ServiceError } from '../../src/lib/errors.ts';
import { kysely, type Orm, openOrm } from '../../src/platform/postgres/orm.ts';
import { SAMPLES } from '../contract/load-contract.ts';

/** A call of the executor by the REST interface. */
interface Run {
  field: string;
  operation: Operation | undefined;
  document: DocumentNode;
  variables: Record<string, unknown>;
  context: Context;
}

/** A check of an operation with invalid arguments: the remaining arguments. */
interface Checked {
  args: Record<string, unknown>;
  checks: Checks;
}

export interface RestHarness {
  url: string;
  schema: GraphQLSchema;
  runs: Run[];
  checked: Checked[];
  /** Further problems that the operation finds. */
  check: ((checked: Checked) => void) | null;
  reported: unknown[];
  /** The next result of the executor; by default a record or a page of two. */
  answer: ((run: Run) => ExecutionResult | Promise<ExecutionResult>) | null;
  authorize(coordinate: string, target: Target, context: Context): Promise<void>;
  get(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a request with a JSON body, by default as an editor. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

export const NAMESPACE = '/calendar/events/v1';
export const EDITOR = { authorization: 'Basic ZWRpdG9yOnNlY3JldA==' };
const CALLER: Caller = { id: 7, login: 'editor', role: 'editor' };

/** The result of an operation that fails with this error. */
export const failing = (error: Error): ExecutionResult => ({
  errors: [new GraphQLError(error.message, { originalError: error })],
});

/** The result of an operation with this record or page, by REST keys. */
export const answerOf = (operation: Operation | undefined, answer: unknown): ExecutionResult => ({
  data: {
    [operation?.field ?? '']: operation?.payload ? { [operation.payload]: answer } : answer,
  },
});

/** Readers that accept any value except the words `bogus` and `terrible`. */
const readAnything = (value: unknown): unknown => {
  if (value === 'bogus') throw new Error('is not valid');
  return value;
};

function callerOf(authorization: string | undefined): Caller {
  if (authorization !== undefined && authorization !== EDITOR.authorization)
    throw new ServiceError('incorrect_password');
  return authorization === undefined ? ANONYMOUS : CALLER;
}

/** Validators that delegate to the test: it sets the rights and the problems. */
const validatorsOf = (
  { operations, inputs }: Contract,
  from: ParamSource,
  rest: RestHarness,
): Map<string, OperationValidator> =>
  new Map(
    operations.map(({ coordinate, field: name, kind }) => {
      const isMutation = kind === 'mutation';
      const root = isMutation ? from.schema.getMutationType() : from.schema.getQueryType();
      const args = (root?.getFields()[name]?.args ?? []).map((argument) => buildParam(argument, from));
      const field = { isMutation, args, inputs };
      const steps: Steps = {
        authorize: (context, target) => rest.authorize(coordinate, target, context),
        check: async (_context, args, checks) => {
          rest.checked.push({ args, checks });
          rest.check?.({ args, checks });
        },
      };
      return [coordinate, new OperationValidator(field, steps)];
    }),
  );

/**
 * The REST interface over the real contract or another contract, with an executor that answers from memory, on a port
 * of its own.
 */
export async function startRest(
  options: { revision?: Revision; baseUrl?: string; aliases?: string[]; sdl?: string } = {},
): Promise<RestHarness> {
  const sdl = options.sdl ?? readFileSync('schema.graphql', 'utf8');
  const schema = contractSchema(parseContract(sdl));
  const scalars = Object.values(schema.getTypeMap()).filter((type): type is GraphQLScalarType =>
    isScalarType(type),
  );
  const readers = Object.fromEntries(scalars.map(({ name }) => [name, readAnything]));
  const revision = options.revision ?? 'B';
  const contract = buildContract(schema, revision, readers);
  const orm: Orm = await openOrm('postgres://nobody@127.0.0.1:1/nothing', 1, DATABASE_SCHEMA.entities);
  const settings = {
    revision,
    timezone: 'UTC',
    locale: 'en',
    perPage: 9,
    maxPerPage: 50,
    webhookPrivate: false,
    currency: US_DOLLAR,
  } as const;
  const rest: RestHarness = {
    url: '',
    schema,
    runs: [],
    checked: [],
    check: null,
    reported: [],
    answer: null,
    authorize: async () => {},
    get: (path, init) => fetch(rest.url + path, init),
    send: (method, path, body, headers = EDITOR) =>
      fetch(rest.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    close: async () => {
      await new Promise((done) => server.close(done));
      await orm.close();
    },
  };
  const run: Runner['run'] = async (document, { variables }, context) => {
    const name = rootField(document);
    const operation = contract.operations.find(({ field }) => field === name);
    const run: Run = { field: operation?.field ?? '', operation, document, variables, context };
    rest.runs.push(run);
    if (rest.answer) return rest.answer(run);
    const page = {
      [operation?.itemsKey ?? '']: [
        { id: 1, title: 'One' },
        { id: 2, title: 'Two' },
      ],
      total: 30,
      total_pages: 4,
    };
    return answerOf(operation, operation?.itemsKey ? page : { id: 5, title: 'Five', slug: 'five' });
  };
  const app = express().set('trust proxy', true);
  app.use(
    restRouter({
      contract,
      schema,
      settings,
      clock: () => new Date(),
      version: '1.2.3',
      samples: SAMPLES,
      namespaces: ['calendar/events/v1', ...(options.aliases ?? ['tribe/events/v1'])],
      baseUrl: options.baseUrl ?? null,
      siteOf: siteReader({
        baseUrl: options.baseUrl,
        trustProxy: true,
        allowedHosts: [],
        allowAnonymousWrites: false,
      }),
      cors: crossOrigin(['GET', 'PUT'], true),
      send: sender(null),
      alternates: () => [],
      runner: { run, runUncompiled: run },
      validators: validatorsOf(contract, paramSource(schema, revision, readers), rest),
      storePicture: async () => {
        throw new ServiceError('unsupported_media_type');
      },
      once: (context, _request, answer) => answer(context),
      authenticate: async ({ headers: { authorization } }) => callerOf(authorization),
      createContext: async (req, urls) => {
        const caller = callerOf(req.headers.authorization);
        return createContext({ settings, urls, caller, now: new Date(), db: kysely(orm.em.fork()), orm });
      },
      report: (error) => void rest.reported.push(error),
    }),
  );
  const server: Server = createServer(app);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address() as AddressInfo;
  rest.url = `http://127.0.0.1:${address.port}`;
  return rest;
}

export const FORM = 'application/x-www-form-urlencoded';

/** Sends a text as a form, unless the headers set another type, to a path of the namespace. */
export const formOf = (
  rest: RestHarness,
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  rest.get(`${NAMESPACE}${path}`, {
    method,
    body,
    headers: { ...EDITOR, 'content-type': FORM, ...headers },
  });
