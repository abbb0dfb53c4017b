import { raw, html as written } from 'hono/html';

/** HTML that may be shown as it is. */
export type Html = ReturnType<typeof raw>;

/** What can stand in a template: texts are escaped, lists joined, and what is not there shows nothing. */
export type Shown = string | number | false | null | undefined | Html | readonly Shown[];

/** A template whose values are escaped, in elements and in quoted attributes, unless they are HTML themselves. */
export function html(parts: TemplateStringsArray, ...values: readonly Shown[]): Html {
  const made = written(parts, ...values);
  // The library would wait for promises; the types let none through.
  if (made instanceof Promise) throw new Error('A page is written of what is there already');
  return made;
}

/** Text that the service itself has made harmless: descriptions and excerpts (rules#text). */
export const sanitized = (text: string): Html => raw(text);

/** A value as JSON inside a `<script>` that only holds data: no text in it can end the element. */
export const data = (value: unknown): Html => raw(JSON.stringify(value).replaceAll('<', '\\u003c'));
