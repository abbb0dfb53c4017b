import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { ServiceError } from '../../lib/errors.ts';
import { NAMESPACE } from '../../lib/namespace.ts';
import { errorCode } from '../../lib/object.ts';
import { serviceError } from '../../lib/service-error.ts';
import { Words } from '../../lib/words.ts';
import { annotateRequest } from '../../platform/telemetry/current.ts';
import type { ValidatedOperation } from '../graphql/operation-validator.ts';
import type { UnchangedSince } from '../http/unchanged-since.ts';
import {
  markCaller,
  openRequest,
  type RestDeps,
  type RestRequest,
  sendError,
  sendJson,
} from '../rest/index.ts';
import { calendar } from './calendar.ts';
import { CHANGES, Changes, type ChangesDeps } from './changes.ts';
import { SERIES_SELECTION, type SeriesEvent } from './document.ts';
import { EventList, extentOf, OneEvent, type OperationDeps } from './events.ts';
import { type FeedWriter, type Format, feedText } from './feed.ts';
import { rss } from './rss.ts';
import { sendFeed } from './send.ts';
import { calendarOfSeries } from './series.ts';

interface FeedsDeps
  extends OperationDeps,
    ChangesDeps,
    Pick<RestDeps, 'siteOf' | 'send' | 'cors' | 'report' | 'createContext'> {
  /** null without a cache of validation dates. */
  since: UnchangedSince | null;
  siteName: string | undefined;
}

/** Validators of RPDE read `max-age=0` as "do not cache". */
const REVALIDATE = 'public, no-cache';
const MOUNT = { prefix: '', namespace: NAMESPACE } as const;
const isDisconnected = (error: unknown): boolean => errorCode(error) === 'ERR_STREAM_PREMATURE_CLOSE';

const writerOf = <E>(
  format: Format<E>,
  { req, urls }: RestRequest,
  { clock, settings }: Context,
  { siteName }: FeedsDeps,
): FeedWriter<E> => {
  const words = Words.of(settings.locale);
  return format.writer({
    site: urls.site,
    host: urls.host,
    name: siteName ?? words.text('feed.nameOfHost', { host: urls.host }),
    address: urls.site + req.originalUrl,
    year: Number(clock.today.slice(0, 4)),
    words,
  });
};

/**
 * The feeds (rules#feeds): `/feeds/events.ics` (also with `series=rule`) and `.rss`, with the filters of the list
 * of events, `/feeds/events/<id>.ics` for one event, and `/feeds/changes`. They run the operations of REST and
 * GraphQL.
 */
export function feedsRouter(deps: FeedsDeps): Router {
  const { since } = deps;
  const list = new EventList(deps);
  const listOfSeries = new EventList<SeriesEvent>(deps, SERIES_SELECTION, true);
  const one = new OneEvent(deps);
  const feedOfChanges = new Changes(deps);
  type Respond = (request: RestRequest, context: Context) => Promise<void>;

  const feed =
    <E>(events: EventList<E>, formatOf: (validated: ValidatedOperation) => Format<E>): Respond =>
    async (request, context) => {
      const validated = await events.enter(request, context);
      const state = await events.state(validated, context);
      const format = formatOf(validated);
      const writer = writerOf(format, request, context, deps);
      const pieces = feedText(writer, events.pages(validated, context));
      await sendFeed(request, context, { type: format.type, pieces, state, since });
    };
  const separateEvents = feed(list, () => calendar);
  const seriesRules = feed(listOfSeries, (validated) => calendarOfSeries(extentOf(validated)));
  const asCalendar: Respond = (request, context) =>
    (request.query.values.series === 'rule' ? seriesRules : separateEvents)(request, context);
  const single: Respond = async (request, context) => {
    const event = await one.of(request, context);
    const pieces = feedText(writerOf(calendar, request, context, deps), [[event]]);
    await sendFeed(request, context, { type: calendar.type, pieces, state: null, since });
  };
  const changes: Respond = async (request, context) => {
    const { res, send } = request;
    const { text, isLasting } = await feedOfChanges.page(request, context);
    if (context.caller.login === null) send.setPublicCaching(res, REVALIDATE);
    if (!isLasting) request.context = null;
    sendJson(request, 200, text);
  };
  const handler =
    (route: string, respond: Respond): RequestHandler =>
    async (req: Request, res: Response) => {
      annotateRequest({ route });
      const request = openRequest(deps, req, res, MOUNT);
      try {
        const context = await deps.createContext(req, request.urls);
        markCaller(context, request, ['GET']);
        await respond(request, context);
      } catch (error) {
        if (isDisconnected(error)) return;
        const failed = serviceError(error, deps.report);
        // Too late for a status: a closed connection shows the client that the feed is incomplete.
        if (res.headersSent) res.destroy(failed);
        else sendError(request, failed);
      }
    };

  const router = Router({ caseSensitive: true, strict: true });
  router.use('/feeds', deps.cors);
  router.get('/feeds/events.ics', handler('/feeds/events.ics', asCalendar));
  router.get(
    '/feeds/events.rss',
    handler(
      '/feeds/events.rss',
      feed(list, () => rss),
    ),
  );
  router.get(/^\/feeds\/events\/(?<id>\d+)\.ics$/, handler('/feeds/events/{id}.ics', single));
  router.get(CHANGES, handler(CHANGES, changes));
  router.all(CHANGES, (req, res) => {
    annotateRequest({ route: CHANGES });
    res.setHeader('Allow', 'GET, HEAD, OPTIONS');
    sendError(openRequest(deps, req, res, MOUNT), new ServiceError('rest_method_not_allowed'));
  });
  return router;
}
