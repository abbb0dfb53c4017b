import { raw, html as written } from 'hono/html';

/** HTML that needs no escaping. */
export type Html = ReturnType<typeof raw>;

/**
 * The values that a template accepts: texts are escaped, lists are joined, and absent values show nothing.
 */
export type HtmlValue = string | number | false | null | undefined | Html | readonly HtmlValue[];

/**
 * A template. Its values are escaped, for elements and quoted attributes, unless they are HTML themselves.
 */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const made = written(parts, ...values);
  // The library would wait for promises, but the types allow none.
  if (made instanceof Promise) throw new Error('A page is written of what is there already');
  return made;
}

/** Text that the service itself has made harmless: descriptions and excerpts (rules#text). */
export const sanitized = (text: string): Html => raw(text);

/** A value as JSON for a `<script>` that only holds data: no text in it can close the element. */
export const data = (value: unknown): Html => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
