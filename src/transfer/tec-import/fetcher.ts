import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import got, { type Got, HTTPError, type Response } from 'got';
import { property } from '../../lib/object.ts';
import { assertNotPrivate, lookupPublicOrAllowed } from '../../lib/public-address.ts';
import { projectVersion } from '../../platform/project-file.ts';
import { SourceError } from '../import/report.ts';

/** Identifies imports in the logs of sites: name and version. */
const USER_AGENT = `calendar-events-service/${projectVersion()} (import)`;

/** The largest response, after decompression. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A longer `Retry-After` is an error. */
const MAX_RETRY_AFTER_MS = 120_000;
/** In milliseconds. */
const TIMEOUT = {
  lookup: 10_000,
  connect: 10_000,
  secureConnect: 10_000,
  response: 60_000,
  request: 120_000,
};

export interface Credentials {
  readonly user: string;
  /** An application password. */
  readonly password: string;
}

export interface FetchOptions {
  /** Whether local and private addresses are allowed, or a list of the allowed ones. */
  allowPrivate?: boolean | readonly string[] | undefined;
  login?: Credentials | undefined;
  maxBytes?: number | undefined;
  /** Changes the delay before a retry, in milliseconds. */
  delay?: (ms: number) => number;
}

interface FetchedText {
  /** After redirects. */
  readonly url: URL;
  readonly text: string;
  readonly link: string | undefined;
}

function errorMessage({ body }: Response): string {
  try {
    const message = property(JSON.parse(String(body)), 'message');
    return typeof message === 'string' ? `, ${message.slice(0, 200)}` : '';
  } catch {
    return '';
  }
}

/** The error for a request without a response, for the user of the command. */
function connectionError({ href }: URL, error: Error): SourceError {
  if (error.message.includes('is not allowed'))
    return new SourceError(
      `leads to a private address at ${href}, which is not allowed without --allow-private`,
    );
  return new SourceError(`does not respond at ${href}: ${error.message}`);
}

/**
 * Sends requests to a site. Refuses private addresses, by any name and also after redirects (SECURITY.md). Retries a
 * busy site after its `Retry-After`. Sends the login to no other host.
 */
export class Fetcher {
  readonly #got: Got;
  readonly #agents: { readonly http: Agent; readonly https: SecureAgent };
  readonly #login: Credentials | undefined;
  readonly #maxBytes: number;
  readonly #allowsHttpLogin: boolean;
  #loginOrigin: string | undefined;

  constructor({ allowPrivate = false, login, maxBytes = MAX_BYTES, delay = (ms) => ms }: FetchOptions = {}) {
    const allowed = Array.isArray(allowPrivate) ? allowPrivate : [];
    const connecting = {
      keepAlive: true,
      ...(allowPrivate !== true && { lookup: lookupPublicOrAllowed(allowed) }),
    };
    this.#login = login;
    this.#maxBytes = maxBytes;
    this.#allowsHttpLogin = allowPrivate !== false;
    this.#agents = { http: new Agent(connecting), https: new SecureAgent(connecting) };
    this.#got = got.extend({
      agent: this.#agents,
      headers: { 'user-agent': USER_AGENT },
      timeout: TIMEOUT,
      retry: {
        limit: 4,
        maxRetryAfter: MAX_RETRY_AFTER_MS,
        // Until the site is found, its address may be wrong: report network errors immediately.
        calculateDelay: ({ error, computedValue }) =>
          this.#loginOrigin === undefined && !(error instanceof HTTPError) ? 0 : delay(computedValue),
      },
      maxRedirects: 5,
      hooks: {
        beforeRequest: [
          (options) => {
            const { url } = options;
            if (allowPrivate !== true && url instanceof URL) assertNotPrivate(url, allowed);
            delete options.headers.authorization;
            const authorization = url instanceof URL ? this.#authorization(url) : undefined;
            if (authorization !== undefined) options.headers.authorization = authorization;
          },
        ],
      },
    });
  }

  get hasLogin(): boolean {
    return this.#login !== undefined;
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  /** Sends the login from now on, only to this origin. @throws SourceError without https */
  logInAt(root: URL): void {
    if (this.#login && root.protocol !== 'https:' && !this.#allowsHttpLogin)
      throw new SourceError('does not start with https, so no login is sent to it');
    this.#loginOrigin = root.origin;
  }

  #authorization({ origin }: URL): string | undefined {
    if (!this.#login || origin !== this.#loginOrigin) return undefined;
    const { user, password } = this.#login;
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }

  /** @throws SourceError without a response, and for an error status */
  async text(url: URL, accept: string): Promise<FetchedText> {
    const tooLarge = new AbortController();
    const request = this.#got(url, { headers: { accept }, signal: tooLarge.signal });
    request.on('downloadProgress', ({ transferred }) => {
      if (transferred > this.#maxBytes) tooLarge.abort();
    });
    try {
      const response = await request;
      const { link } = response.headers;
      return { url: new URL(response.url), text: response.body, link: [link].flat().join(', ') || undefined };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (tooLarge.signal.aborted)
        throw new SourceError(`responds with more than ${this.#maxBytes} bytes at ${url.href}`);
      if (!(error instanceof HTTPError)) throw connectionError(url, error);
      const { statusCode } = error.response;
      throw new SourceError(
        `responds with ${statusCode} at ${url.href}${errorMessage(error.response)}`,
        statusCode,
      );
    }
  }

  /** @throws SourceError as {@link text}, and for a response that is not JSON */
  async json(url: URL): Promise<unknown> {
    const { text } = await this.text(url, 'application/json');
    try {
      return JSON.parse(text);
    } catch {
      throw new SourceError(`responds at ${url.href} with something that is not JSON`);
    }
  }
}
