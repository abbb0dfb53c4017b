import { isObject } from '../../lib/object.ts';

/** How many bytes an answer can have: it is a text, and then bytes, in memory. */
export const MAX_MEGABYTES = 10;
export const MAX_BYTES = MAX_MEGABYTES * 1024 * 1024;

/** Other than in the text itself: quotes, colons, commas, brackets. */
const [QUOTES, COLON, COMMA, BRACKETS] = [2, 1, 1, 2];
const TO_ESCAPE = /["\\\p{Cc}]/u;
/** Written in two bytes, as `\n` is; other control characters take six. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([...'"\\\b\f\n\r\t'].map((one) => one.charCodeAt(0)));
const FIRST_PRINTABLE = 0x20;
/** Half of a surrogate pair takes six bytes, but counts as a character of three. */
const LONE = 3;

/** How many bytes a text has as a value of JSON. */
function textBytes(text: string): number {
  let bytes = Buffer.byteLength(text) + QUOTES;
  if (TO_ESCAPE.test(text)) {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (SHORT_ESCAPES.has(code)) bytes += 1;
      else if (code < FIRST_PRINTABLE) bytes += 5;
    }
  }
  if (!text.isWellFormed()) for (const character of text) if (!character.isWellFormed()) bytes += LONE;
  return bytes;
}

/**
 * How many bytes a value has as JSON in UTF-8, without writing it. Members that are undefined are left out, as
 * JSON.stringify does.
 * @param most beyond this many it stops counting
 */
export function jsonBytes(value: unknown, most: number): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = BRACKETS;
  if (Array.isArray(value)) {
    for (const one of value) {
      bytes += jsonBytes(one, most - bytes) + COMMA;
      if (bytes > most) return bytes;
    }
    return bytes;
  }
  for (const [name, one] of Object.entries(value)) {
    if (one === undefined) continue;
    bytes += textBytes(name) + COLON + jsonBytes(one, most - bytes) + COMMA;
    if (bytes > most) return bytes;
  }
  return bytes;
}

/**
 * How many characters the texts of a value have, each as often as it is there. In UTF-8 as JSON they have as many
 * bytes, or some more.
 * @param most beyond this many it stops counting
 */
export function charactersIn(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  if (Array.isArray(value)) {
    for (const one of value) {
      characters += charactersIn(one, most - characters);
      if (characters > most) return characters;
    }
  } else if (isObject(value)) {
    // Data of answers are plain: all keys are their own.
    for (const name in value) {
      const one = value[name];
      if (typeof one === 'string') characters += one.length;
      else if (typeof one === 'object' && one !== null) characters += charactersIn(one, most - characters);
      if (characters > most) return characters;
    }
  }
  return characters;
}
