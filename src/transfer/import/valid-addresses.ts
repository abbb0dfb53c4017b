import { readEmail } from '../../lib/email.ts';
import { BadValue } from '../../lib/errors.ts';
import { httpUrl } from '../../lib/url.ts';
import type { LeaveOut } from './run-import.ts';
import type { SourceRecord } from './source-records.ts';

/** What is read; what cannot be is reported, and undefined. */
function readOrLeaveOut(
  text: string,
  read: (text: string) => string,
  place: { kind: 'organizer' | 'event'; field: string },
  leaveOut: LeaveOut,
): string | undefined {
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    leaveOut({ ...place, reason: error.message });
    return undefined;
  }
}

/** The e-mail address of an organizer. One that is none is reported, and undefined (rules#e-mail). */
export const validEmail = (email: string, leaveOut: LeaveOut): string | undefined =>
  readOrLeaveOut(email, readEmail, { kind: 'organizer', field: 'email' }, leaveOut);

const withValidEmail = <O extends { email?: string | null | undefined }>(
  organizer: O,
  leaveOut: LeaveOut,
): O =>
  typeof organizer.email === 'string'
    ? { ...organizer, email: validEmail(organizer.email, leaveOut) }
    : organizer;

const readAddress = (text: string): string => (text.trim() === '' ? '' : httpUrl(text));

/**
 * A record of a source with only those e-mail addresses, its own and its new organizers', and only that address to take
 * part online by, that can be stored.
 */
export function withValidAddresses(record: SourceRecord, leaveOut: LeaveOut): SourceRecord {
  if (record.kind === 'organizer') return { ...record, input: withValidEmail(record.input, leaveOut) };
  if (record.kind !== 'event') return record;
  const { organizers, virtualUrl } = record.input;
  const input = { ...record.input };
  if (organizers)
    input.organizers = organizers.map((link) =>
      link.create ? { ...link, create: withValidEmail(link.create, leaveOut) } : link,
    );
  if (virtualUrl)
    input.virtualUrl = readOrLeaveOut(
      virtualUrl,
      readAddress,
      { kind: 'event', field: 'virtual_url' },
      leaveOut,
    );
  return { ...record, input };
}
