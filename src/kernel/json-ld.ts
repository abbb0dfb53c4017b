import { plainText } from './text.ts';

/** An object without its empty members. */
export function compact(members: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members))
    if (value !== undefined && value !== null && value !== '') kept[name] = value;
  return kept;
}

/** A description as text on one line, for readers that show no HTML. */
export const textOf = (html: string): string => plainText(html).replace(/\s+/g, ' ');
