import { escapeHtml } from '../../../lib/escape-html.ts';

/** HTML that needs no escaping. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Values of a template: texts are escaped, lists are joined, and absent values show nothing. */
export type HtmlValue = string | number | false | null | undefined | Html | readonly HtmlValue[];

function textOf(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value !== 'object') return escapeHtml(String(value));
  return value instanceof Html ? value.toString() : value.map(textOf).join('');
}

/** A template tag. Escapes values for elements and quoted attributes, unless they are {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const [first = '', ...others] = parts;
  return new Html(others.reduce((text, part, at) => text + textOf(values[at]) + part, first));
}

/**
 * HTML that was sanitized when it was stored: descriptions and excerpts (rules#text). Drops the slash of empty
 * elements, which means nothing in HTML; everywhere else `>` is escaped.
 */
export const sanitized = (text: string): Html => new Html(text.replaceAll(' />', '>'));

/** A value as JSON for a `<script>` with data. No text in it can close the element. */
export const data = (value: unknown): Html => new Html(JSON.stringify(value).replaceAll('<', '\\u003c'));
