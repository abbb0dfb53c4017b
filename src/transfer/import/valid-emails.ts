import { readEmail } from '../../lib/email.ts';
import { BadValue } from '../../lib/errors.ts';
import type { LeaveOut } from './run-import.ts';
import type { SourceRecord } from './source-records.ts';

/** The e-mail address of an organizer. One that is none is reported, and undefined (rules#e-mail). */
export function validEmail(email: string, leaveOut: LeaveOut): string | undefined {
  try {
    return readEmail(email);
  } catch (error) {
    if (!(error instanceof BadValue)) throw error;
    leaveOut({ kind: 'organizer', field: 'email', reason: error.message });
    return undefined;
  }
}

const withValidEmail = <O extends { email?: string | null | undefined }>(
  organizer: O,
  leaveOut: LeaveOut,
): O =>
  typeof organizer.email === 'string'
    ? { ...organizer, email: validEmail(organizer.email, leaveOut) }
    : organizer;

/** A record of a source with only those e-mail addresses that are some: its own, and its new organizers'. */
export function withValidEmails(record: SourceRecord, leaveOut: LeaveOut): SourceRecord {
  if (record.kind === 'organizer') return { ...record, input: withValidEmail(record.input, leaveOut) };
  if (record.kind !== 'event' || !record.input.organizers) return record;
  const organizers = record.input.organizers.map((link) =>
    link.create ? { ...link, create: withValidEmail(link.create, leaveOut) } : link,
  );
  return { ...record, input: { ...record.input, organizers } };
}
