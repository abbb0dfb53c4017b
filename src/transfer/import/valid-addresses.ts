import type { Body } from '../../api/rest/index.ts';
import { readEmail } from '../../lib/email.ts';
import { BadValue } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { httpUrl } from '../../lib/url.ts';
import type { ReportOmission } from './report.ts';

/** Fields that are omitted if invalid, with the kind of their record (rules#e-mail). */
const FIELDS = {
  email: { kind: 'organizer', read: readEmail },
  virtual_url: { kind: 'event', read: (text: string) => (text.trim() === '' ? '' : httpUrl(text)) },
} as const;
const isField = (name: string): name is keyof typeof FIELDS => name in FIELDS;

/** The value to store; undefined, and reported, if it is invalid. */
function validText(field: keyof typeof FIELDS, text: string, omit: ReportOmission): string | undefined {
  const { kind, read } = FIELDS[field];
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    omit({ kind, field, reason: error.message });
    return undefined;
  }
}

function validValue(value: unknown, omit: ReportOmission): unknown {
  if (Array.isArray(value)) return value.map((element) => validValue(element, omit));
  return isObject(value) ? withValidAddresses(value, omit) : value;
}

/** Removes invalid e-mail addresses, also of nested new organizers, and an invalid `virtual_url` from a body. */
export const withValidAddresses = (body: Body, omit: ReportOmission): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && isField(name) ? validText(name, value, omit) : validValue(value, omit),
    ]),
  );
