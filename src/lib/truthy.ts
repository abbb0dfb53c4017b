const YES: ReadonlySet<string> = new Set(['true', '1', 'yes', 'on', 'y']);

/**
 * Whether a parameter means yes: `true`, `1`, `yes`, `on`, `y` in any case (rules#yes); everything else
 * is no, never an error.
 */
export const truthy = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && YES.has(value.trim().toLowerCase()));
