import { randomBytes } from 'node:crypto';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Caller } from '../../domain/access/caller.ts';
import { mayWrite } from '../../domain/access/policy.ts';
import type { SignIn } from '../../domain/authentication/authenticate.ts';
import type { OidcSignIn } from '../../domain/authentication/oidc-sign-in.ts';
import type { Session, Sessions } from '../../domain/authentication/sessions.ts';
import type { SignedIn } from '../../domain/authentication/signed-in.ts';
import type { Context, SiteUrls } from '../../domain/context/context.ts';
import { isServerError, ServiceError } from '../../lib/errors.ts';
import { Semaphore } from '../../lib/semaphore.ts';
import { UserLimit } from '../../lib/user-limit.ts';
import type { WordKey } from '../../lib/words.ts';
import type { MultipartForm } from '../http/read-multipart.ts';
import { uncached } from '../http/response-cache.ts';
import type { Send } from '../http/send.ts';
import { html } from '../pages/public/html.ts';
import type { Site, SiteIdentity } from '../pages/public/layout.ts';
import { siteOf } from '../pages/public/router.ts';
import { type DocumentDeps, documentRunner } from '../pages/public/run-document.ts';
import { assetsRouter } from './assets.ts';
import type { Answer, DeskPage, DeskRoute, Visit } from './desk.ts';
import { renderDeskPage } from './layout.ts';
import { notice } from './notices.ts';
import { readForm, readSignIn } from './read-form.ts';
import { deskRoutes, type RoutesDeps } from './routes.ts';
import {
  clearSession,
  clearSignInCheck,
  sessionToken,
  setSession,
  setSignInCheck,
  signInCheck,
} from './session-cookie.ts';
import { assertSameSite, pathInside, redirect, sessionEndedPage, signInPage } from './sign-in.ts';
import { Typed } from './typed.ts';

interface DeskDeps extends DocumentDeps, RoutesDeps {
  readonly identity: SiteIdentity;
  readonly urls: (req: Request) => SiteUrls;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** Undefined without an OIDC client. */
  readonly oidcSignIn: OidcSignIn | undefined;
  readonly contextFor: (req: Request, urls: SiteUrls, caller: Caller) => Promise<Context>;
  readonly send: Send;
  /** Converts a cause to the public error, records it for log and metrics, and sets its headers. */
  readonly errorOf: (res: Response, cause: unknown) => ServiceError;
}

/** Forms without a session that are read at the same time: their senders are unknown. */
const FORMS_WITHOUT_SESSION = 2;
const MAX_WAITING_FORMS = 20;
/** Forms of one user at the same time: each may occupy 12 MB until its response. */
const FORMS_PER_USER = 4;

/** The sentences about errors that belong to no field, by status. */
const SENTENCES: Readonly<Record<number, WordKey>> = {
  403: 'desk.error.forbidden',
  404: 'failure.missingHelp',
  409: 'desk.error.conflict',
  410: 'failure.missingHelp',
  412: 'desk.conflict',
  413: 'desk.error.tooLarge',
  429: 'failure.tooManyHelp',
  503: 'failure.unavailableHelp',
};

function errorPage({ url, clock: { words } }: Site, { status }: ServiceError): DeskPage {
  const title = words.text(isServerError(status) ? 'failure.server' : 'desk.error.heading');
  const sentence =
    SENTENCES[status] ?? (isServerError(status) ? 'failure.serverHelp' : 'failure.invalidHelp');
  const main = html`<h1>${title}</h1>
<p class="lead">${words.text(sentence)}</p>
<p><a class="button" href="${url}/desk">${words.text('desk.back')}</a></p>`;
  return { title, section: null, main, status };
}

/** The pages for signed-in users. They run the operations of the APIs (decisions/0102). */
export function deskRouter(deps: DeskDeps): Router {
  const { identity, urls, sessions, signIn, oidcSignIn, contextFor, send, errorOf, importer } = deps;
  const runnerFor = documentRunner(deps);
  const withoutSession = new Semaphore(FORMS_WITHOUT_SESSION, { maxQueue: MAX_WAITING_FORMS });
  const openForms = new UserLimit(FORMS_PER_USER, 'Other forms of this user are still open.');
  const siteFor = (req: Request): Site => siteOf(urls(req), identity);

  const sendHtml = (res: Response, { html: text, csp }: { html: string; csp: string }, status = 200): void =>
    void uncached(res)
      .status(status)
      .set({
        'Content-Security-Policy': csp,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Referrer-Policy': 'same-origin',
        'Cache-Control': 'no-store, private',
      })
      .type('html')
      .send(text);
  const sendPage = (req: Request, res: Response, page: DeskPage, caller: Caller | null): void => {
    const site = siteFor(req);
    const query = new Typed(new URL(req.originalUrl, site.url).searchParams);
    const nonce = randomBytes(16).toString('base64url');
    const rendered = renderDeskPage(site, page, { caller, nonce, notice: notice(query, site.clock.words) });
    sendHtml(res, rendered, page.status);
  };
  const sendAnswer = (req: Request, res: Response, answer: Answer, caller: Caller): void => {
    if ('main' in answer) sendPage(req, res, answer, caller);
    else if ('html' in answer) sendHtml(res, answer);
    else {
      const { to, done } = answer;
      redirect(res, siteFor(req), done ? `${to}${to.includes('?') ? '&' : '?'}done=${done}` : to);
    }
  };
  const sessionOf = async (req: Request): Promise<Session | null> => {
    const token = sessionToken(req);
    return token === null ? null : sessions.find(token);
  };

  /** Sends an error as a page. */
  const guarded =
    (handle: (req: Request, res: Response) => Promise<void>): RequestHandler =>
    async (req, res) => {
      try {
        await handle(req, res);
      } catch (error) {
        const failure = errorOf(res, error);
        const caller = (await sessionOf(req).catch(() => null))?.caller ?? null;
        sendPage(req, res, errorPage(siteFor(req), failure), caller);
      }
    };

  const visited = async (
    req: Request,
    { caller, passwordId }: Session,
    form: MultipartForm,
  ): Promise<Visit> => {
    const site = siteFor(req);
    const context = await contextFor(req, urls(req), caller);
    const typed = new Typed(form.fields);
    return {
      req,
      site,
      words: site.clock.words,
      context,
      passwordId,
      typed,
      run: runnerFor(context),
      runIn: runnerFor,
      query: new Typed(new URL(req.originalUrl, site.url).searchParams),
      file: form.file,
      isResumed: typed.has('resumed'),
    };
  };

  const route =
    ({ method, handle }: DeskRoute) =>
    async (req: Request, res: Response): Promise<void> => {
      const site = siteFor(req);
      if (method === 'post') assertSameSite(req, site);
      const session = await sessionOf(req);
      if (!session && method === 'get')
        return redirect(res, site, `/desk/sign-in?to=${encodeURIComponent(pathInside(req.originalUrl))}`);
      if (!session) {
        const { fields, file } = await withoutSession.run(() => readForm(req, res));
        return sendPage(
          req,
          res,
          sessionEndedPage(site, req.originalUrl, new Typed(fields), file !== null),
          null,
        );
      }
      const answer = async (form: MultipartForm): Promise<void> => {
        const visit = await visited(req, session, form);
        sendAnswer(req, res, await handle(visit, singleParams(req)), session.caller);
      };
      if (method === 'get') return answer({ fields: [], file: null });
      return openForms.run(session.caller.id, async () => answer(await readForm(req, res)));
    };

  const startSession = async (req: Request, res: Response, signedIn: SignedIn, to: string): Promise<void> => {
    const former = sessionToken(req);
    if (former !== null) await sessions.end(former);
    const { token, expires } = await sessions.start(signedIn);
    setSession(res, token, expires);
    redirect(res, siteFor(req), pathInside(to));
  };

  const router = Router({ caseSensitive: true });
  router.use(assetsRouter(send));
  const hasIssuer = oidcSignIn !== undefined;

  router.get(
    '/desk/sign-in',
    guarded(async (req, res) => {
      const { searchParams } = new URL(req.originalUrl, siteFor(req).url);
      const to = pathInside(searchParams.get('to') ?? '');
      if (await sessionOf(req)) return redirect(res, siteFor(req), to);
      sendPage(req, res, signInPage(siteFor(req), { to, hasIssuer }), null);
    }),
  );
  router.post(
    '/desk/sign-in',
    guarded(async (req, res) => {
      const site = siteFor(req);
      assertSameSite(req, site);
      const typed = new Typed((await readSignIn(req, res)).fields);
      const login = typed.text('login');
      const to = pathInside(typed.text('to'));
      try {
        await startSession(req, res, await signIn({ login, password: typed.text('password') }, req.ip), to);
      } catch (error) {
        if (!isRefused(error)) throw error;
        sendPage(req, res, signInPage(site, { to, login, problem: 'desk.signIn.wrong', hasIssuer }), null);
      }
    }),
  );
  if (oidcSignIn) {
    router.get(
      '/desk/sign-in/start',
      guarded(async (req, res) => {
        const site = siteFor(req);
        const { url, check } = await oidcSignIn.begin(`${site.url}/desk/sign-in/oidc`);
        const to = pathInside(new URL(req.originalUrl, site.url).searchParams.get('to') ?? '');
        setSignInCheck(res, `${check} ${to}`);
        uncached(res).set('Cache-Control', 'no-store').redirect(302, url);
      }),
    );
    router.get(
      '/desk/sign-in/oidc',
      guarded(async (req, res) => {
        const site = siteFor(req);
        const kept = signInCheck(req);
        clearSignInCheck(res);
        if (kept === null) return redirect(res, site, '/desk/sign-in');
        const [check = '', path = ''] = kept.split(' ');
        const to = pathInside(path);
        const { search } = new URL(req.originalUrl, site.url);
        try {
          const answer = new URL(`${site.url}/desk/sign-in/oidc${search}`);
          await startSession(req, res, await oidcSignIn.finish(answer, check, req.ip), to);
        } catch (error) {
          if (!isRefused(error)) throw error;
          sendPage(req, res, signInPage(site, { to, problem: 'desk.signIn.refused', hasIssuer }), null);
        }
      }),
    );
  }
  router.post(
    '/desk/sign-out',
    guarded(async (req, res) => {
      assertSameSite(req, siteFor(req));
      const token = sessionToken(req);
      const session = await sessionOf(req);
      if (token !== null) await sessions.end(token);
      clearSession(res);
      if (session) await importer.discard(await contextFor(req, urls(req), session.caller));
      redirect(res, siteFor(req), '/desk/sign-in');
    }),
  );
  const home: DeskRoute = {
    method: 'get',
    path: '',
    handle: ({ context }) => ({ to: mayWrite(context.caller) ? '/desk/events' : '/desk/account' }),
  };
  for (const one of [home, ...deskRoutes(deps)]) router[one.method](`/desk${one.path}`, guarded(route(one)));
  return router;
}

const isRefused = (error: unknown): boolean => error instanceof ServiceError && error.requiresLogin;

const singleParams = ({ params }: Request): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
