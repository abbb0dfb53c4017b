import { plainText } from './text.ts';

/** An object without its empty members. */
export const compact = (members: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );

/** A description as text on one line, for readers that show no HTML. */
export const textOf = (html: string): string => plainText(html).replace(/\s+/g, ' ');
