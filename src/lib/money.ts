/** A number of a text: where it ends, and as a decimal with a point and no other marks. */
interface NumberMatch {
  end: number;
  value: string;
}

/**
 * Groups of three with one kind of mark, then perhaps a fraction with another; or plain digits with a
 * fraction; or a bare fraction.
 */
const NUMBER =
  /(?<![\d.,])\d{1,3}([,.'’ \u00a0\u202f])\d{3}(?:\1\d{3})*(?:(?!\1)[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?|(?<![\p{L}\d])[.,]\d+/gu;

/**
 * `1,234.56`, `1.234,56` and `1 234,56` are 1234.56, `5,50` is 5.50. A single mark before three digits is
 * thousands if it is a comma (`1,234`) and decimals if it is a point (`1.250`).
 */
const decimal = (text: string): string => {
  const marks = text.replace(/\d/g, '');
  const last = marks.at(-1) ?? '';
  const thousands =
    marks.length > 1 ? marks.lastIndexOf(last) !== marks.indexOf(last) : last === ',' && /,\d{3}$/.test(text);
  const fraction = (last === '.' || last === ',') && !thousands ? text.lastIndexOf(last) : text.length;
  const whole = text.slice(0, fraction).replace(/\D/g, '');
  const rest = text.slice(fraction + 1);
  return `${whole || '0'}${rest ? `.${rest}` : ''}`;
};

/** All numbers of a text, in order, as decimals; a minus before the first one belongs to it. */
export const numbersIn = (text: string): string[] =>
  Array.from(text.matchAll(NUMBER), (match, i) => {
    const isNegative = i === 0 && /(?:^|[^\p{L}\d])-$/u.test(text.slice(0, match.index));
    return `${isNegative ? '-' : ''}${decimal(match[0])}`;
  });

const HERE = new RegExp(NUMBER.source, 'uy');

/**
 * The number that begins at a place of a text, if one does, and what follows does not belong to it (`12.12.2026`,
 * `030`). Marks for "no cents" (`20,-`, `20.–`) are part of it.
 */
export function numberAt(text: string, at: number): NumberMatch | undefined {
  HERE.lastIndex = at;
  const digits = HERE.exec(text)?.[0];
  if (digits === undefined || /^0\d/.test(digits)) return undefined;
  const [cents = ''] =
    /^[.,](?:--?|[–—])(?!\d)/.exec(text.slice(at + digits.length, at + digits.length + 4)) ?? [];
  const end = at + digits.length + cents.length;
  return /^[.,'’]?\d/.test(text.slice(end, end + 2)) ? undefined : { end, value: decimal(digits) };
}
