export interface HtmlPage {
  html: string;
  csp: string;
}

/** A policy that forbids other hosts; the directives allow what one page needs. */
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
