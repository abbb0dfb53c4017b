import type { Problems } from '../../lib/errors.ts';
import type { WordKey, Words } from '../../lib/words.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import type { Typed } from './typed.ts';

/** The error sentences of a form, by the name of the control; `''` for the others. */
export type Errors = ReadonlyMap<string, string | Html>;
export const noErrors: Errors = new Map();

/** The content of a form. */
export interface FormState {
  readonly typed: Typed;
  readonly errors: Errors;
  readonly words: Words;
  /** The values that another person stored meanwhile, by the name of the control; empty without a conflict. */
  readonly stored: ReadonlyMap<string, string>;
}
export const formState = (
  words: Words,
  typed: Typed,
  errors: Errors = noErrors,
  stored: ReadonlyMap<string, string> = new Map(),
): FormState => ({ typed, errors, words, stored });

/** A control of a form, and the errors that belong to it. */
export interface Field {
  readonly name: string;
  readonly label: WordKey;
  readonly hint?: WordKey | undefined;
  /** The sentence about an invalid value, with an example; by default the one of its type. */
  readonly remedy?: WordKey;
  /** The parts of the input whose problems belong to this control; by default the one of the same name. */
  readonly paths?: readonly string[];
  /** Whether an empty text is an error, to be shown together with all others. */
  readonly isRequired?: boolean;
  /** Of a text. */
  readonly type?: 'date' | 'time' | 'datetime-local' | 'url' | 'email' | 'tel' | 'number' | 'password';
  readonly maxLength?: number;
  readonly autocomplete?: string;
  /** Lines of a text. */
  readonly rows?: number;
}

type Fields<Name extends string> = Readonly<Record<Name, Field>>;
type Unnamed = Omit<Field, 'name'>;
/** Fields by their names. `fromEntries` loses the type of the keys. */
export const fieldsOf = <Name extends string>(fields: Readonly<Record<Name, Unnamed>>): Fields<Name> =>
  Object.fromEntries(
    Object.entries<Unnamed>(fields).map(([name, field]) => [name, { ...field, name }]),
  ) as Fields<Name>;

const REMEDIES: Readonly<Partial<Record<NonNullable<Field['type']>, WordKey>>> = {
  date: 'desk.event.day.remedy',
  time: 'desk.event.time.remedy',
  url: 'desk.website.remedy',
  email: 'desk.email.remedy',
  number: 'desk.event.number.remedy',
};
export const remedyOf = ({ remedy, type }: Field): WordKey =>
  remedy ?? (type && REMEDIES[type]) ?? 'desk.error.invalid';

/** The error sentences for the problems of an operation, by control; `''` for problems without a control. */
export function errorsOf(problems: Problems, fields: readonly Field[], words: Words): Errors {
  const sentence = (code: string | undefined, owner: Field): WordKey => {
    if (code === 'rest_too_long') return 'desk.error.tooLong';
    return code === 'rest_too_short' ? 'desk.error.required' : remedyOf(owner);
  };
  return new Map(
    Object.entries(problems).map(([place, { code }]) => {
      const path = place.replace(/^input\./, '');
      const owner = fields.find(({ name, paths = [name] }) =>
        paths.some((own) => path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`)),
      );
      return owner ? [owner.name, words.text(sentence(code, owner))] : ['', words.text('desk.error.invalid')];
    }),
  );
}

const attribute = (name: string, value: string | number | undefined): HtmlValue =>
  value !== undefined && html` ${name}="${value}"`;

/** The attributes that connect a control with its hint and its error. */
function described(
  { errors, stored }: FormState,
  { name, hint, isRequired }: Field,
  isGroup = false,
): HtmlValue {
  const ids = [
    hint && `${name}-hint`,
    stored.has(name) && `${name}-stored`,
    errors.has(name) && `${name}-error`,
  ];
  const shown = ids.filter((id) => typeof id === 'string');
  return [
    shown.length > 0 && html` aria-describedby="${shown.join(' ')}"`,
    !isGroup && errors.has(name) && html` aria-invalid="true"`,
    !isGroup && isRequired && html` required`,
  ];
}

/** The hint of a field, the value stored meanwhile, and its error. */
function notes({ errors, stored, words }: FormState, { name, hint }: Field): HtmlValue {
  const error = errors.get(name);
  const other = stored.get(name);
  return [
    hint && html`<span class="hint" id="${name}-hint">${words.text(hint)}</span>`,
    other !== undefined &&
      html`<span class="stored" id="${name}-stored">${words.text('desk.conflict.stored', { value: other })}</span>`,
    error !== undefined && html`<span class="error" id="${name}-error">${error}</span>`,
  ];
}

/** A label with its control and notes. @param control has the id and name of the field */
const field = (state: FormState, options: Field, control: Html): Html =>
  html`<p class="field"><label for="${options.name}">${state.words.text(options.label)}</label>${control}${notes(state, options)}</p>
`;

/** Values that browsers show in controls of these types; they would hide any other text. */
const SHOWN_BY: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d(?::\d\d)?$/,
  'datetime-local': /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/,
  number: /^-?\d+(?:\.\d+)?$/,
};

/** A field with one line of text. @param list the id of a list with suggestions */
export function textField(state: FormState, options: Field, list?: string): Html {
  const { name, type = 'text', maxLength, autocomplete } = options;
  const value = state.typed.text(name);
  const isShown = value === '' || (SHOWN_BY[type]?.test(value) ?? true);
  return field(
    state,
    options,
    html`<input id="${name}" name="${name}" type="${isShown ? type : 'text'}" value="${value}"${attribute('maxlength', maxLength)}${attribute('autocomplete', autocomplete)}${attribute('list', list)}${described(state, options)}>`,
  );
}

const EDITOR_WORDS = {
  toolbar: 'desk.editor.toolbar',
  bold: 'desk.editor.bold',
  link: 'desk.editor.link',
  list: 'desk.editor.list',
  undo: 'desk.editor.undo',
  redo: 'desk.editor.redo',
  address: 'desk.editor.address',
  setLink: 'desk.editor.setLink',
  unlink: 'desk.editor.unlink',
  plain: 'desk.editor.plain',
} as const satisfies Record<string, WordKey>;
/** The words of the editor, as JSON for the script. */
const editorWords = (words: Words): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(EDITOR_WORDS).map(([name, key]) => [name, words.text(key)])),
  );

/** A field with several lines. @param kind `rich` for HTML that the editor edits if scripts run */
export function textArea(state: FormState, options: Field & { readonly kind?: 'rich' }): Html {
  const { name, rows = 6, kind } = options;
  return field(
    state,
    options,
    html`<textarea id="${name}" name="${name}" rows="${rows}"${kind && html` data-editor="${editorWords(state.words)}"`}${described(state, options)}>
${state.typed.text(name)}</textarea>`,
  );
}

/** A value to choose, and its text. */
export type Choice = readonly [value: string, text: string];

export function selectField(state: FormState, options: Field, choices: readonly Choice[]): Html {
  const { name } = options;
  const current = state.typed.text(name);
  return field(
    state,
    options,
    html`<select id="${name}" name="${name}"${described(state, options)}>${choices.map(
      ([value, text]) =>
        html`<option value="${value}"${value === current && html` selected`}>${text}</option>`,
    )}</select>`,
  );
}

/** A checkbox. Its value is `on`. */
export function checkbox(state: FormState, options: Field): Html {
  const { name, label } = options;
  return html`<p class="field check"><input id="${name}" name="${name}" type="checkbox"${state.typed.has(name) && html` checked`}${described(state, options)}><label for="${name}">${state.words.text(label)}</label>${notes(state, options)}</p>
`;
}

/** A file to upload. @param accept content types */
export const fileField = (state: FormState, options: Field, accept: string): Html =>
  field(
    state,
    options,
    html`<input id="${options.name}" name="${options.name}" type="file" accept="${accept}"${described(state, options)}>`,
  );

/** Values to choose from, in a group: checkboxes, or radio buttons for exactly one. */
export function choiceGroup(
  state: FormState,
  options: Field,
  choices: readonly Choice[],
  type: 'checkbox' | 'radio' = 'checkbox',
): Html {
  const { name } = options;
  const chosen = new Set(state.typed.list(name));
  return html`<fieldset class="choices" id="${name}" tabindex="-1"${described(state, options, true)}><legend>${state.words.text(options.label)}</legend>${choices.map(
    ([value, text], at) =>
      html`<span class="choice"><input type="${type}" id="${name}-${at}" name="${name}" value="${value}"${chosen.has(value) && html` checked`}><label for="${name}-${at}">${text}</label></span>`,
  )}${notes(state, options)}</fieldset>
`;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A part of a form with a heading. */
export const section = (legend: string, ...content: readonly HtmlValue[]): Html =>
  html`<fieldset class="section"><legend>${legend}</legend>
${content}</fieldset>
`;

/** Whether a control has an error, or another stored value. */
export const isMarked = ({ errors, stored }: FormState, names: readonly string[]): boolean =>
  names.some((name) => errors.has(name) || stored.has(name));

/** A part of a form that most people do not need. */
export const folded = (summary: string, isOpen: boolean, ...content: readonly HtmlValue[]): Html =>
  html`<details class="section"${isOpen && html` open`}><summary>${summary}</summary>
${content}</details>
`;

/** All errors, each with a link to its field; `''` names the form. */
export function errorSummary({ errors, words }: FormState, fields: readonly Field[]): HtmlValue {
  const entry = ([name, text]: readonly [string, string | Html]): Html => {
    const owner = fields.find((one) => one.name === name);
    return owner
      ? html`<li><a href="#${name}">${words.text(owner.label)}</a>: ${text}</li>`
      : html`<li>${text}</li>`;
  };
  const place = (name: string): number => fields.findIndex((one) => one.name === name);
  const inOrder = [...errors].sort(([one], [other]) => place(one) - place(other));
  return (
    errors.size > 0 &&
    html`<div class="errors" role="alert" tabindex="-1" id="errors"><h2>${words.text('desk.error.title')}</h2><ul>${inOrder.map(entry)}</ul></div>
`
  );
}

/** A sentence that people must not miss. */
export const alert = (text: string): Html => html`<p class="notice" role="alert">${text}</p>\n`;
