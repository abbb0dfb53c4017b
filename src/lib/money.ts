interface NumberMatch {
  /** The index after the number. */
  end: number;
  /** A decimal with a point and no thousands separators. */
  value: string;
}

/**
 * Groups of three digits with one kind of separator and an optional fraction with another; or plain digits with an
 * optional fraction; or a bare fraction.
 */
const NUMBER =
  /(?<![\d.,])\d{1,3}([,.'’ \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?|(?<![\p{L}\d])[.,]\d+/gu;

/**
 * Normalizes a number: `1,234.56`, `1.234,56` and `1 234,56` -> 1234.56, `5,50` -> 5.50. A single separator before
 * three digits means thousands if it is a comma (`1,234`), and decimals if it is a point (`1.250`).
 */
const toDecimal = (text: string): string => {
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1) ?? '';
  const thousands =
    marks.length > 1 ? marks.lastIndexOf(last) !== marks.indexOf(last) : last === ',' && /,\d{3}$/.test(text);
  const fraction = (last === '.' || last === ',') && !thousands ? text.lastIndexOf(last) : text.length;
  const whole = text.slice(0, fraction).replace(/\D/g, '');
  const rest = text.slice(fraction + 1);
  return `${whole || '0'}${rest ? `.${rest}` : ''}`;
};

/** All numbers of a text, in order, as decimals. Only the first one can be negative. */
export const numbersIn = (text: string): string[] =>
  Array.from(text.matchAll(NUMBER), (match, i) => {
    const isNegative = i === 0 && /(?:^|[^\p{L}\d])-$/u.test(text.slice(0, match.index));
    return `${isNegative ? '-' : ''}${toDecimal(match[0])}`;
  });

const STICKY_NUMBER = new RegExp(NUMBER.source, 'uy');

/**
 * The number at an index of a text; undefined without one, with a leading zero (`030`), and if more digits follow
 * (`12.12.2026`). Includes a "no cents" suffix (`20,-`, `20.–`).
 */
export function numberAt(text: string, at: number): NumberMatch | undefined {
  STICKY_NUMBER.lastIndex = at;
  const digits = STICKY_NUMBER.exec(text)?.[0];
  if (digits === undefined || /^0\d/.test(digits)) return undefined;
  const [cents = ''] =
    /^[.,](?:--?|[–—])(?!\d)/.exec(text.slice(at + digits.length, at + digits.length + 4)) ?? [];
  const end = at + digits.length + cents.length;
  return /^[.,'’]?\d/.test(text.slice(end, end + 2)) ? undefined : { end, value: toDecimal(digits) };
}
