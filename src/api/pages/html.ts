/** A page, and the Content-Security-Policy to send with it. */
export interface HtmlPage {
  html: string;
  csp: string;
}

/**
 * A policy under which nothing is loaded from another host; the given directives allow what one page needs.
 */
export const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...directives,
  })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
