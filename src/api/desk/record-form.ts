import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { forbidden } from '../../domain/access/policy.ts';
import type { Context } from '../../domain/context/context.ts';
import type { IdempotentRequest, IdempotentResponse } from '../../domain/context/request.ts';
import { isServerError, ServiceError } from '../../lib/errors.ts';
import type { WordKey } from '../../lib/words.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import type { PageDocument } from '../pages/public/page-documents.ts';
import { actionButtons } from './actions.ts';
import { type Answer, type DeskPage, type DeskRoute, FAILED, type Visit } from './desk.ts';
import {
  alert,
  type Errors,
  errorSummary,
  errorsOf,
  type Field,
  type FormState,
  formState,
  hidden,
  noErrors,
} from './fields.ts';
import { withImage } from './picture-fields.ts';
import {
  assertMayAdd,
  CREATIONS,
  idIn,
  type Kind,
  mayEdit,
  NEW,
  type Row,
  SECTION_OF,
  UPDATES,
} from './records.ts';
import type { Typed } from './typed.ts';

type Input = Readonly<Record<string, unknown>>;

/** The input of a mutation, or the errors that make one impossible. */
export interface ReadInput {
  readonly input: Input;
  readonly errors: Errors;
}

/** The part of a record that all forms show besides their controls. */
type FormRecord = Pick<Row, 'databaseId' | 'name' | 'url' | 'status' | 'authorId'>;

/** A form for records of one kind. It has no rules of its own: the operations check its values. */
export interface RecordForm<Stored extends FormRecord> {
  readonly kind: Kind;
  /** The title of the form of a stored record. */
  readonly title: WordKey;
  /** With the variable `by`. */
  readonly read: PageDocument<{ readonly record: Stored }>;
  readonly fields: readonly Field[];
  /** The values of a new record. */
  readonly initial: (visit: Visit) => Typed | Promise<Typed>;
  readonly typedOf: (stored: Stored, visit: Visit) => Typed;
  /** All fields of the input, also unchanged ones. */
  readonly inputOf: (typed: Typed, visit: Visit, stored: Stored | null) => ReadInput;
  /** Other variables of the update. */
  readonly variablesOf?: (typed: Typed) => Input;
  /** The controls. @param stored null for a new record */
  readonly controls: (
    state: FormState,
    visit: Visit,
    stored: Stored | null,
  ) => HtmlValue | Promise<HtmlValue>;
  /** The buttons besides the one that saves. */
  readonly buttons?: (visit: Visit) => HtmlValue;
  /** Handles a button other than save: a page, or new values to show. */
  readonly press?: (
    button: string,
    typed: Typed,
    visit: Visit,
    stored: Stored | null,
  ) => Promise<Answer | { readonly typed: Typed; readonly errors?: Errors } | null>;
  /** The stored value of a control in words, for conflicts; by default the value of the control. */
  readonly shownValue?: (name: string, stored: Stored, visit: Visit) => string | undefined;
  /** The fields of errors without problems, by the code of the error, such as a name that exists already. */
  readonly conflicts?: Readonly<Record<string, string>>;
}

/** Runs a creation once per key; see domain/idempotency. */
export type Once = (
  context: Context,
  request: IdempotentRequest,
  respond: (context: Context) => Promise<IdempotentResponse>,
) => Promise<IdempotentResponse>;

/** Stores an uploaded picture. @returns its image */
type StorePicture = (
  context: Context,
  picture: { readonly bytes: Buffer; readonly alt: string },
) => Promise<{ readonly id: number; readonly url: string }>;

/** Gives a stored picture another text. @returns its image, which is another one */
type DescribePicture = (context: Context, id: number, alt: string) => Promise<{ readonly id: number }>;

export interface FormDeps {
  readonly once: Once;
  readonly storePicture: StorePicture;
  readonly describePicture: DescribePicture;
}

const versionOf = (stored: unknown): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('base64url');

/** Browsers send line ends as CR LF. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n');

/** The errors of empty texts. */
const missingTexts = (typed: Typed, fields: readonly Field[], { words }: Visit): Errors =>
  new Map(
    fields.flatMap(({ name, isRequired }) =>
      isRequired && !typed.has(name) ? [[name, words.text('desk.error.required')] as const] : [],
    ),
  );

/** The address of a form, without notices about an earlier change. */
export const formAction = ({ req, site }: Visit): string => site.url + req.path;

/** The fields of an input that differ from the stored record. */
export function changedInput<Stored extends FormRecord>(
  form: Pick<RecordForm<Stored>, 'inputOf' | 'typedOf'>,
  visit: Visit,
  stored: Stored,
  input: Input,
): Input {
  const before = form.inputOf(form.typedOf(stored, visit), visit, stored).input;
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !isDeepStrictEqual(value, before[name])),
  );
}

/** The routes of a form: `/desk/<section>/new` and `/desk/<section>/:id`. */
export function formRoutes<Stored extends FormRecord>(form: RecordForm<Stored>, deps: FormDeps): DeskRoute[] {
  const section = SECTION_OF[form.kind];
  const page = new FormPage(form, deps);
  return [
    { method: 'get', path: `/${section}/new`, handle: (visit) => page.showNew(visit) },
    { method: 'post', path: `/${section}/new`, handle: (visit) => page.post(visit, null) },
    { method: 'get', path: `/${section}/:id`, handle: (visit, { id }) => page.show(visit, idIn(id)) },
    { method: 'post', path: `/${section}/:id`, handle: (visit, { id }) => page.post(visit, idIn(id)) },
  ];
}

interface Shown<Stored> {
  readonly typed: Typed;
  readonly errors?: Errors;
  readonly stored: Stored | null;
  /** The version of the record that the form was made from. */
  readonly version?: string;
  readonly storedMeanwhile?: ReadonlyMap<string, string>;
  readonly message?: WordKey;
  readonly status?: number;
}

class FormPage<Stored extends FormRecord> {
  readonly #form: RecordForm<Stored>;
  readonly #deps: FormDeps;

  constructor(form: RecordForm<Stored>, deps: FormDeps) {
    this.#form = form;
    this.#deps = deps;
  }

  async showNew(visit: Visit): Promise<DeskPage> {
    assertMayAdd(this.#form.kind, visit);
    return this.#page(visit, { typed: await this.#form.initial(visit), stored: null });
  }

  async show(visit: Visit, id: number): Promise<DeskPage> {
    const stored = await this.#read(visit, id);
    return this.#page(visit, { typed: this.#form.typedOf(stored, visit), stored });
  }

  async post(visit: Visit, id: number | null): Promise<Answer> {
    if (id === null) assertMayAdd(this.#form.kind, visit);
    const stored = id === null ? null : await this.#read(visit, id);
    const version = visit.typed.text('version');
    if (visit.isResumed)
      return this.#page(visit, { typed: visit.typed, stored, version, message: 'desk.resumed' });
    const { typed, errors } = await this.#withPicture(visit);
    const button = typed.text('do');
    try {
      if (button !== 'save') {
        const result = (errors.size === 0 && (await this.#form.press?.(button, typed, visit, stored))) || {
          typed,
        };
        return 'typed' in result ? await this.#page(visit, { errors, ...result, stored, version }) : result;
      }
      const read = this.#form.inputOf(typed, visit, stored);
      // Without errors of the form, the operation checks all texts together.
      const missing = read.errors.size > 0 ? missingTexts(typed, this.#form.fields, visit) : [];
      const wrong = new Map([...errors, ...missing, ...read.errors]);
      if (wrong.size > 0)
        return await this.#page(visit, { typed, errors: wrong, stored, version, status: FAILED.invalid });
      const saved = await (stored === null || id === null
        ? this.#create(visit, read.input)
        : this.#update(visit, id, stored, read.input));
      return { to: `/desk/${SECTION_OF[this.#form.kind]}/${saved}`, done: 'saved' };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return this.#refused(visit, typed, stored, version, error);
    }
  }

  async #read(visit: Visit, id: number): Promise<Stored> {
    const { record } = await visit.run(this.#form.read, { by: { databaseId: id } });
    if (!mayEdit(visit, record)) throw forbidden(visit.context.caller);
    return record;
  }

  /** Stores an uploaded picture and its text at once, so that they survive errors in other fields. */
  async #withPicture(visit: Visit): Promise<{ typed: Typed; errors: Errors }> {
    const { typed, file, context, words } = visit;
    const { storePicture, describePicture } = this.#deps;
    const [image, alt] = [Number(typed.text('image')), typed.text('alt')];
    try {
      if (file) {
        const { id, url } = await storePicture(context, { bytes: file.bytes, alt });
        return { typed: withImage(typed, { id, url, alt }), errors: noErrors };
      }
      if (!Number.isSafeInteger(image) || image <= 0 || alt === typed.text('describedAs'))
        return { typed, errors: noErrors };
      const { id } = await describePicture(context, image, alt);
      return { typed: withImage(typed, { id, url: typed.text('imageShown'), alt }), errors: noErrors };
    } catch (error) {
      if (
        !(error instanceof ServiceError) ||
        isServerError(error.status) ||
        error.isAccessDenied ||
        error.retryAfter !== undefined
      )
        throw error;
      const wrong = error.problems?.alt
        ? (['alt', 'desk.error.tooLong'] as const)
        : (['picture', 'desk.picture.remedy'] as const);
      return { typed, errors: new Map([[wrong[0], words.text(wrong[1])]]) };
    }
  }

  async #create({ run, runIn, context, typed }: Visit, input: Input): Promise<number> {
    const { kind } = this.#form;
    const create = CREATIONS[kind];
    const key = typed.text('key');
    if (!/^[\w-]{1,100}$/.test(key)) return (await run(create, { input })).saved.record.databaseId;
    // The same form sent twice creates one record, whatever it contains the second time.
    const request = { key: `desk ${SECTION_OF[kind]} ${key}`, fingerprint: 'desk' };
    const { text } = await this.#deps.once(context, request, async (within) => ({
      status: 201,
      location: null,
      text: String((await runIn(within)(create, { input })).saved.record.databaseId),
      isRepeated: false,
    }));
    return Number(text);
  }

  /** Sends only what changed, if the record is still in the version that the form was made from. */
  async #update(visit: Visit, id: number, stored: Stored, input: Input): Promise<number> {
    const { context, runIn, typed } = visit;
    const form = this.#form;
    const by = { databaseId: id };
    const precondition = async (within: Context): Promise<void> => {
      const { record } = await runIn(within)(form.read, { by });
      if (versionOf(record) !== typed.text('version')) throw new ServiceError('precondition_failed');
    };
    const variables = { by, input: changedInput(form, visit, stored, input), ...form.variablesOf?.(typed) };
    const { saved } = await runIn({ ...context, precondition })(UPDATES[form.kind], variables);
    return saved.record.databaseId;
  }

  async #refused(
    visit: Visit,
    typed: Typed,
    stored: Stored | null,
    version: string,
    error: ServiceError,
  ): Promise<DeskPage> {
    const { status, problems } = error;
    const { fields, conflicts = {} } = this.#form;
    if (problems) {
      const errors = errorsOf(problems, fields, visit.words);
      return this.#page(visit, { typed, errors, stored, version, status: FAILED.invalid });
    }
    if (error.code === 'precondition_failed' && stored !== null)
      return this.#page(visit, {
        typed,
        stored,
        version: versionOf(stored),
        storedMeanwhile: this.#differences(typed, stored, visit),
        message: 'desk.conflict',
        status: FAILED.conflict,
      });
    const owner = fields.find(({ name }) => name === conflicts[error.code]);
    if (owner) {
      const errors = new Map([[owner.name, visit.words.text('desk.error.taken')]]);
      return this.#page(visit, { typed, errors, stored, version, status: FAILED.invalid });
    }
    if (status === FAILED.conflict || status === FAILED.invalid)
      return this.#page(visit, { typed, stored, version, message: 'desk.error.invalid', status });
    throw error;
  }

  /** The stored values of all controls that differ from the typed ones. */
  #differences(typed: Typed, stored: Stored, visit: Visit): ReadonlyMap<string, string> {
    const { fields, shownValue, typedOf } = this.#form;
    const before = typedOf(stored, visit);
    const value = (name: string): string => shownValue?.(name, stored, visit) ?? before.list(name).join(', ');
    return new Map(
      fields.flatMap(({ name }) =>
        isDeepStrictEqual(typed.list(name).map(lines), before.list(name).map(lines))
          ? []
          : [[name, value(name) || '–'] as const],
      ),
    );
  }

  async #page(visit: Visit, shown: Shown<Stored>): Promise<DeskPage> {
    const { words } = visit;
    const { kind, title: edit, fields, controls, buttons } = this.#form;
    const section = SECTION_OF[kind];
    const { typed, errors, stored, storedMeanwhile, message, status = 200 } = shown;
    const state = formState(words, typed, errors, storedMeanwhile);
    const heading = words.text(stored === null ? NEW[kind] : edit);
    const name = typed.text('title') || typed.text('name');
    const title = stored === null ? heading : `${heading}: ${name}`;
    const proof =
      stored === null
        ? hidden('key', typed.text('key') || randomUUID())
        : hidden('version', shown.version || versionOf(stored));
    const main: Html = html`<h1>${heading}</h1>
${message && alert(words.text(message))}${
  stored !== null && actionButtons(visit, kind, stored, `/desk/${section}/${stored.databaseId}`)
}<form class="record" method="post" action="${formAction(visit)}" enctype="multipart/form-data" novalidate${visit.req.method === 'POST' && html` data-changed`}>
<button name="do" value="save" hidden></button>${errorSummary(state, fields)}${proof}
${await controls(state, visit, stored)}
<p class="buttons"><button name="do" value="save">${words.text('desk.save')}</button>${buttons?.(visit)}</p>
</form>`;
    return { title, section, main, status };
  }
}
