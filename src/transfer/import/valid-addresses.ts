import type { Body } from '../../api/rest/index.ts';
import { readEmail } from '../../lib/email.ts';
import { BadValue } from '../../lib/errors.ts';
import { isObject } from '../../lib/object.ts';
import { httpUrl } from '../../lib/url.ts';
import type { LeaveOut } from './report.ts';

/** Fields that are left out where they cannot be stored, by the record that has them (rules#e-mail). */
const FIELDS = {
  email: { kind: 'organizer', read: readEmail },
  virtual_url: { kind: 'event', read: (text: string) => (text.trim() === '' ? '' : httpUrl(text)) },
} as const;
const isField = (name: string): name is keyof typeof FIELDS => name in FIELDS;

/** The value of a field as it is stored. One that is not valid is reported, and undefined. */
function validText(field: keyof typeof FIELDS, text: string, leaveOut: LeaveOut): string | undefined {
  const { kind, read } = FIELDS[field];
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    leaveOut({ kind, field, reason: error.message });
    return undefined;
  }
}

function validValue(value: unknown, leaveOut: LeaveOut): unknown {
  if (Array.isArray(value)) return value.map((element) => validValue(element, leaveOut));
  return isObject(value) ? withValidAddresses(value, leaveOut) : value;
}

/**
 * A body with only those e-mail addresses, also of new organizers inside it, and only that address to take part online
 * by, that can be stored.
 */
export const withValidAddresses = (body: Body, leaveOut: LeaveOut): Body =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && isField(name)
        ? validText(name, value, leaveOut)
        : validValue(value, leaveOut),
    ]),
  );
