import { raw, html as written } from 'hono/html';

/** HTML that needs no escaping. */
export type Html = ReturnType<typeof raw>;

/**
 * The values that a template accepts: texts are escaped, lists are joined, and absent values show nothing.
 */
export type HtmlValue = string | number | false | null | undefined | Html | readonly HtmlValue[];

/** A template. Values are escaped, for elements and quoted attributes, unless they are {@link Html}. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const made = written(parts, ...values);
  // Only a template with a promise in it returns one, and the types of values allow none.
  if (made instanceof Promise) throw new Error('a template contains a promise');
  return made;
}

/** HTML that was cleaned when it was stored: descriptions and excerpts (rules#text). */
export const sanitized = (text: string): Html => raw(text);

/** A value as JSON for a `<script>` with data. No text in it can close the element. */
export const data = (value: unknown): Html => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
