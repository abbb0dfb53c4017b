import { Parser } from 'htmlparser2';
import { basic } from '../support/service.ts';
import type { Headers as RequestHeaders } from '../support/words.ts';
import type { World } from '../support/world.ts';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A form of a page, with the values that a browser would send. */
interface PageForm {
  readonly action: string;
  readonly fields: [name: string, value: string][];
  /** The values of its buttons named `do`. */
  readonly buttons: string[];
}

/** A page as a browser sees it. */
export interface DeskResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The path of a redirect, null without one. */
  readonly location: string | null;
  readonly html: string;
  /** The text of the page, with single spaces. */
  readonly text: string;
  readonly forms: readonly PageForm[];
}

/** Headers of a browser that posts a form of this site. */
export const SAME_SITE = { 'sec-fetch-site': 'same-origin' };

const COOKIE = '__Host-calendar-session';

/** Reads the forms and the text of a page. */
export function readPage(html: string): Pick<DeskResponse, 'text' | 'forms'> {
  const forms: PageForm[] = [];
  const texts: string[] = [];
  let form: PageForm | undefined;
  let area: string | undefined;
  let select: { name: string; first?: string; chosen?: string } | undefined;
  let skipped = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      texts.push(' ');
      if (name === 'script' || name === 'style') skipped += 1;
      if (name === 'form') {
        form = { action: attributes.action ?? '', fields: [], buttons: [] };
        forms.push(form);
      }
      if (name === 'button' && form && attributes.name === 'do') form.buttons.push(attributes.value ?? '');
      if (name === 'textarea' && form && attributes.name) {
        form.fields.push([attributes.name, '']);
        area = '';
      }
      if (name === 'select' && attributes.name) select = { name: attributes.name };
      if (name === 'option' && select) {
        select.first ??= attributes.value ?? '';
        if ('selected' in attributes) select.chosen = attributes.value ?? '';
      }
      if (name === 'input' && form && attributes.name && attributes.type !== 'file') {
        const isChoice = attributes.type === 'checkbox' || attributes.type === 'radio';
        if (!isChoice || 'checked' in attributes)
          form.fields.push([attributes.name, attributes.value ?? (isChoice ? 'on' : '')]);
      }
    },
    ontext(text) {
      if (area !== undefined) area += text;
      else if (skipped === 0) texts.push(text);
    },
    onclosetag(name) {
      texts.push(' ');
      if (name === 'script' || name === 'style') skipped -= 1;
      if (name === 'textarea' && area !== undefined) {
        const field = form?.fields.at(-1);
        // Browsers drop the first line break.
        if (field) field[1] = area.replace(/^\n/, '');
        area = undefined;
      }
      if (name === 'select' && select) {
        form?.fields.push([select.name, select.chosen ?? select.first ?? '']);
        select = undefined;
      }
      if (name === 'form') form = undefined;
    },
  });
  parser.end(html);
  return { forms, text: texts.join('').replace(/\s+/g, ' ').trim() };
}

/** A browser at the desk: it keeps its session, and sends forms as they are on the page. */
export class DeskClient {
  readonly #url: string;
  cookie: string | null = null;

  constructor({ server }: Pick<World, 'server'>) {
    this.#url = server.url;
  }

  async send(
    method: 'GET' | 'POST',
    path: string,
    body?: BodyInit,
    headers: Readonly<Record<string, string>> = method === 'POST' ? SAME_SITE : {},
  ): Promise<DeskResponse> {
    const response = await fetch(new URL(path, this.#url), {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(this.cookie !== null && { cookie: `${COOKIE}=${this.cookie}` }) },
      ...(body !== undefined && { body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, value] = new RegExp(`^${COOKIE}=([^;]*)`).exec(line) ?? [];
      if (value !== undefined) this.cookie = value === '' ? null : value;
    }
    const location = response.headers.get('location');
    const html = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      location: location === null ? null : location.replace(this.#url, ''),
      html,
      ...readPage(html),
    };
  }

  /** Signs in. @returns the response, a redirect if the credentials are right */
  signIn(login: string, password: string): Promise<DeskResponse> {
    return this.send('POST', '/desk/sign-in', new URLSearchParams({ login, password }));
  }

  get(path: string): Promise<DeskResponse> {
    return this.send('GET', path);
  }

  /** Posts fields to a path, as a form with a button `do`. */
  post(path: string, fields: Fields = {}, file?: File): Promise<DeskResponse> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      for (const text of [value].flat()) form.append(name, text);
    if (file) form.append('picture', file);
    return this.send('POST', path, form);
  }

  /**
   * Opens a page, fills in its form and sends it.
   * @param changes replace the values of the page; an empty list removes one
   */
  async submit(path: string, changes: Fields, button = 'save', file?: File): Promise<DeskResponse> {
    return this.resubmit(path, await this.get(path), changes, button, file);
  }

  /** Sends the form of a page that was received before. */
  resubmit(
    path: string,
    page: DeskResponse,
    changes: Fields,
    button = 'save',
    file?: File,
  ): Promise<DeskResponse> {
    const form = page.forms.find(({ buttons }) => buttons.includes(button)) ?? page.forms.at(-1);
    if (!form) throw new Error(`${path} has no form: ${page.status} ${page.text.slice(0, 300)}`);
    const kept = form.fields.filter(([name]) => !Object.hasOwn(changes, name));
    const fields: Record<string, string[]> = {};
    for (const [name, value] of kept) fields[name] = [...(fields[name] ?? []), value];
    return this.post(form.action || path, { ...fields, ...changes, do: button }, file);
  }
}

interface SignedInClient extends DeskClient {
  readonly userId: number;
  readonly login: string;
  /** The headers of the same user for the APIs. */
  readonly as: RequestHeaders;
}

/** A browser, signed in as a new user of a role. */
export async function signedIn(
  world: World,
  role: string,
  login = `${role}-${Math.random().toString(36).slice(2, 10)}`,
): Promise<SignedInClient> {
  const { id, password } = await world.newUser(login, role);
  const client = new DeskClient(world);
  const { status } = await client.signIn(login, password);
  if (status !== 303) throw new Error(`${login} could not sign in: ${status}`);
  return Object.assign(client, { userId: id, login, as: basic(login, password) });
}
