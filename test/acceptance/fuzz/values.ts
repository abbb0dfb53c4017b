import type { Random } from '../random.ts';
import { type Document, resolved, type Schema } from './document.ts';

const ODD: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1e308,
  2 ** 31,
  1.5,
  true,
  [],
  {},
  [[]],
  [null],
  '\0',
  '\ud800',
  '🎪',
  "' or 1=1 --",
  '<b>x',
  '__proto__',
  '2031-02-30',
  '9'.repeat(400),
  '1e999',
  'x'.repeat(300),
  '%',
  { id: [] },
  { '': 1 },
];
const WORDS = [
  'now',
  'tomorrow',
  '2031-05-06 10:00',
  '1',
  'Europe/Rome',
  'UTC+5:30',
  'publish',
  'draft',
  'true',
  'music',
  'https://example.org/a.png',
  '10 - 20',
  '1,2',
];
const DEEPEST = 3;

/** A value for a schema: usually valid, sometimes anything. */
export function valueFor(document: Document, declared: Schema, random: Random, level = 0): unknown {
  if (random.percent(12)) return random.pick(ODD);
  const schema = resolved(document, declared);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices && choices.length > 0) return valueFor(document, random.pick(choices), random, level + 1);
  if (schema.enum && schema.enum.length > 0) return random.pick(schema.enum);
  if (schema.examples && schema.examples.length > 0 && random.percent(40))
    return random.pick(schema.examples);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'integer':
      return random.percent(80) ? 1 + random.below(40) : random.below(2 ** 31);
    case 'number':
      return random.below(36_000) / 100 - 180;
    case 'boolean':
      return random.percent(50);
    case 'array':
      return level > DEEPEST
        ? []
        : Array.from({ length: random.below(4) }, () =>
            valueFor(document, schema.items ?? {}, random, level + 1),
          );
    case 'object':
      return level > DEEPEST ? {} : objectFor(document, schema, random, level);
    case 'null':
      return null;
    default:
      return random.pick(WORDS);
  }
}

/** An object with most of its required and some of its other properties. */
export function objectFor(
  document: Document,
  { properties = {}, required = [] }: Schema,
  random: Random,
  level = 0,
): Record<string, unknown> {
  const names = Object.keys(properties).filter((name) => random.percent(required.includes(name) ? 95 : 15));
  return Object.fromEntries(
    names.map((name) => [name, valueFor(document, properties[name] ?? {}, random, level + 1)]),
  );
}
