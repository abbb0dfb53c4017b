import * as v from 'valibot';

/**
 * A variable with any syntax.
 * @param allowed completes "must be …" in the error message
 * @param check returns the parsed value, or undefined for an invalid text
 * @param isSecret whether the value must never be shown
 */
export const value = <T>(allowed: string, check: (text: string) => T | undefined, isSecret = false) =>
  v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset: { value: text }, addIssue, NEVER }): T => {
        const parsed = check(text);
        if (parsed !== undefined) return parsed;
        addIssue({ message: `must be ${allowed}${isSecret ? '' : `, not "${text}"`}.` });
        return NEVER;
      }),
    ),
  );

/** As {@link value}, for values that must never be shown. */
export const secret = (allowed: string, check: (text: string) => boolean) =>
  v.optional(v.pipe(v.string(), v.check(check, `must be ${allowed}.`)));

export const integer = (min: number, max: number) =>
  value(`a whole number from ${min} to ${max}`, (text) =>
    /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  );

export const oneOf = <const T extends string>(...words: T[]) =>
  value(`one of ${words.join(', ')}`, (text) =>
    words.find((word) => word.toLowerCase() === text.toLowerCase()),
  );

const BOOLEAN_WORDS: Record<string, boolean> = {
  true: true,
  1: true,
  yes: true,
  on: true,
  false: false,
  0: false,
  no: false,
  off: false,
};
export const toggle = value('true or false', (text) => BOOLEAN_WORDS[text.toLowerCase()]);

const UNITS: Record<string, number> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

/** Formats milliseconds in the largest unit that gives a whole number. */
const inUnits = (amount: number): string => {
  const whole = Object.entries(UNITS).findLast(([, unit]) => amount % unit === 0 && amount >= unit);
  const [name, unit] = whole ?? ['', 1];
  return `${amount / unit}${name}`;
};

/** A duration, parsed to milliseconds. Zero needs no unit. */
export const duration = (min: number, max: number) =>
  value(`a duration from ${inUnits(min)} to ${inUnits(max)} (ms, s, min or h)`, (text) => {
    const [, number, unit = ''] = /^(\d{1,7}) ?(ms|s|min|h)$/.exec(text === '0' ? '0s' : text) ?? [];
    const milliseconds = Number(number) * (UNITS[unit] ?? Number.NaN);
    return milliseconds >= min && milliseconds <= max ? milliseconds : undefined;
  });
