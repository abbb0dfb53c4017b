import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context } from '../context.ts';
import type { Problems } from '../errors.ts';
import { ServiceError } from '../errors.ts';
import type { Passed } from '../graphql/gate.ts';
import { NAMESPACE } from '../kernel/namespace.ts';
import { serviceError } from '../kernel/unexpected.ts';
import {
  markCaller,
  openRequest,
  Reading,
  type RestDeps,
  type RestRequest,
  sendError,
} from '../rest/index.ts';
import { note } from '../telemetry/current.ts';
import { calendar } from './calendar.ts';
import type { FeedEvent } from './document.ts';
import type { FeedWriter, Format } from './feed.ts';
import { Questions } from './pages.ts';
import { rss } from './rss.ts';
import { sendPieces } from './send.ts';

export interface FeedsDeps
  extends Pick<
    RestDeps,
    | 'contract'
    | 'gates'
    | 'schema'
    | 'own'
    | 'execute'
    | 'siteOf'
    | 'send'
    | 'cors'
    | 'report'
    | 'createContext'
  > {}

const MOUNT = { prefix: '', namespace: NAMESPACE } as const;
/** A feed has no pages. */
const PAGING = ['page', 'perPage', 'cursor'];
const TRASH = { message: 'feeds show nothing of the trash', code: 'rest_invalid_param' };

const withoutTrash = ({ status }: Passed['variables']): Problems =>
  Array.isArray(status) && status.includes('trash') ? { status: TRASH } : {};

/** The client has not waited for the end. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** What a feed consists of, made as it is taken. */
async function* written(
  writer: FeedWriter,
  pages: AsyncIterable<readonly FeedEvent[]> | Iterable<readonly FeedEvent[]>,
): AsyncGenerator<string> {
  yield writer.head();
  for await (const events of pages) yield writer.events(events);
  yield writer.tail();
}

const writerOf = (format: Format, { req, urls }: RestRequest, { now }: Context): FeedWriter =>
  format.writer({ site: urls.site, host: urls.host, address: urls.site + req.originalUrl, now });

/**
 * What can be subscribed to (rules#feeds): `/feeds/events.ics` and `.rss` with the filters of the list of
 * events, and each event alone. They ask the operations that REST and GraphQL run.
 */
export function feedsRouter(deps: FeedsDeps): Router {
  const questions = new Questions(deps);
  const list = new Reading(deps, 'Query.events', PAGING);
  const one = new Reading(deps, 'Query.event');
  type Answer = (request: RestRequest, context: Context) => Promise<void>;

  const feed =
    (format: Format): Answer =>
    async (request, context) => {
      const passed = await list.enter(request, context, withoutTrash);
      const pieces = written(writerOf(format, request, context), questions.list(passed, context));
      await sendPieces(request, context, pieces, format.type);
    };
  const single: Answer = async (request, context) => {
    const event = await questions.one(await one.enter(request, context), context);
    if (event.status === 'trash') throw new ServiceError('event-not-found');
    await sendPieces(
      request,
      context,
      written(writerOf(calendar, request, context), [[event]]),
      calendar.type,
    );
  };
  const handler =
    (route: string, answer: Answer): RequestHandler =>
    async (req: Request, res: Response) => {
      note({ route });
      const request = openRequest(deps, req, res, MOUNT);
      try {
        const context = await deps.createContext({ req, urls: request.urls });
        markCaller(context, request, ['GET']);
        await answer(request, context);
      } catch (error) {
        if (isGone(error)) return;
        const failed = serviceError(error, deps.report);
        // What was begun cannot be taken back; broken off, it is not taken for whole.
        if (res.headersSent) res.destroy(failed);
        else sendError(request, failed);
      }
    };

  const router = Router({ caseSensitive: true, strict: true });
  router.use('/feeds', deps.cors);
  router.get('/feeds/events.ics', handler('/feeds/events.ics', feed(calendar)));
  router.get('/feeds/events.rss', handler('/feeds/events.rss', feed(rss)));
  router.get(/^\/feeds\/events\/(?<id>\d+)\.ics$/, handler('/feeds/events/{id}.ics', single));
  return router;
}
