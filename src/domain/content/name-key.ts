import { normalForm } from '../../lib/unicode-normal-form.ts';

/** The form in which names are compared: without regard to case (rules#inline-records). */
export const nameKey = (name: string): string => normalForm(name, 'NFC').toLowerCase();
