import data from 'moment-timezone/data/packed/latest.json' with { type: 'json' };

/**
 * One period of a zone: until when (seconds since 1970, exclusive), seconds east of Greenwich, abbreviation.
 */
export interface Period {
  until: number;
  offset: number;
  abbreviation: string;
}

const packed = new Map(data.zones.map((line) => [line.slice(0, line.indexOf('|')), line]));
for (const link of data.links) {
  const [target = '', alias = ''] = link.split('|');
  const line = packed.get(target);
  if (line !== undefined) packed.set(alias, line);
}
const spelling = new Map(Array.from(packed.keys(), (name) => [name.toLowerCase(), name]));
const unpacked = new Map<string, readonly Period[]>();

/** The tz database's spelling of a zone name given in any case. */
export const zoneName = (text: string): string | undefined => spelling.get(text.toLowerCase());

const digit = (code: number): number => code - (code > 96 ? 87 : code > 64 ? 29 : 48);

/**
 * Minutes in base 60 with a fraction (`-4U.2`), as
 * https://momentjs.com/timezone/docs/#/data-formats/packed-format/ has them, to seconds.
 */
const seconds = (text: string): number => {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.slice(negative ? 1 : 0).split('.');
  let value = 0;
  for (let i = 0; i < whole.length; i++) value = value * 60 + digit(whole.charCodeAt(i));
  value = value * 60 + (fraction ? digit(fraction.charCodeAt(0)) : 0);
  return negative ? -value : value;
};

const words = (text: string | undefined): string[] => (text ? text.split(' ') : []);

const unpack = (line: string): Period[] => {
  const [, abbreviations, offsets, indices = '', untils] = line.split('|');
  const names = words(abbreviations);
  const west = words(offsets).map(seconds);
  const lengths = words(untils).map(seconds);
  let until = 0;
  return Array.from(indices, (index, i) => {
    const which = digit(index.charCodeAt(0));
    until = i < lengths.length ? until + (lengths[i] ?? 0) : Number.POSITIVE_INFINITY;
    return { until, offset: -(west[which] ?? 0), abbreviation: names[which] ?? '' };
  });
};

/**
 * All periods of a zone of the tz database, in order; the last one has no end. Yearly rules are written out
 * up to 2037.
 */
export const periodsOf = (name: string): readonly Period[] => {
  let periods = unpacked.get(name);
  if (!periods) {
    const line = packed.get(name);
    periods = line === undefined ? [] : unpack(line);
    unpacked.set(name, periods);
  }
  return periods;
};
