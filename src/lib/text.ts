import sanitizeHtml from 'sanitize-html';
import { BadValue } from './errors.ts';
import { normalForm } from './unicode-normal-form.ts';

const CONTROLS = /(?![\n\t])\p{Cc}/gu;
/** Each alternative stops at the next `<`, so that hostile texts take linear time. */
const TAG = /<(?:\/?[a-z](?:[^<>"']|"[^"<]*"|'[^'<]*')*|\/?[a-z][^<>]*|[!?][^<>]*)>/gi;
/** Current and obsolete HTML elements, and the roots of SVG and MathML; anything else in angle brackets is text. */
const ELEMENTS = new Set(
  (
    'a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink ' +
    'blockquote body br button canvas caption center cite code col colgroup data datalist dd del ' +
    'details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame ' +
    'frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li ' +
    'link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol ' +
    'optgroup option output p param picture plaintext pre progress q rb rp rt rtc ruby s samp script ' +
    'search section select slot small source span strike strong style sub summary sup svg table tbody ' +
    'td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp'
  ).split(' '),
);
/** Boolean attributes, which need no value. */
const BARE_NAMES =
  'async autofocus autoplay checked controls default defer disabled formnovalidate hidden inert ' +
  'ismap loop multiple muted nomodule novalidate open playsinline readonly required reversed ' +
  'selected';
const BARE = new RegExp(`^(?:\\s|/|\\b(?:${BARE_NAMES.replaceAll(' ', '|')})\\b)*$`, 'i');
const HANDLER = /[\s/"']on[a-z]+\s*=/i;

/**
 * Whether a tag-like text is a tag: `<b>`, `<b class="x">` and `<!-- x -->` are. `<Advanced>` is not, because it names
 * no element; `<b and b>` in `a<b and b>c` is not, because the words are not attributes. Any text with an event handler
 * is a tag, because browsers accept any element name.
 */
function isTag(text: string): boolean {
  const [, name, rest = ''] = /^<\/?([a-z][a-z0-9]*)(?=[\s/>]|$)(.*?)>?$/is.exec(text) ?? [];
  if (name === undefined) return /^<[!?]/.test(text) || (/^<\/?[a-z]/i.test(text) && HANDLER.test(text));
  return HANDLER.test(rest) || (ELEMENTS.has(name.toLowerCase()) && (rest.includes('=') || BARE.test(rest)));
}
const BLOCK = /^<\/?(?:p|br|hr|div|li|h[1-6]|t[dhr]|blockquote)\b/i;
const HIDDEN = /<!--|<(script|style)(?=[\s/>])[^<>]*>/gi;
/** The start of a tag, closed or not. */
const TAG_LIKE = /<[^<>]*>?/g;
const MAX_PASSES = 3;

/**
 * Removes NUL and lone surrogates, which PostgreSQL refuses, and other control characters, which have no meaning in a
 * text. Line ends become `\n`.
 */
const storable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').toWellFormed();

/** The end of a comment (without a name) or of an element such as `script`. */
const endOfHidden = (text: string, from: number, name: string | undefined): number => {
  if (name === undefined) {
    const close = text.indexOf('-->', from);
    return close < 0 ? text.length : close + 3;
  }
  const close = new RegExp(`</${name}[^<>]*>`, 'gi');
  close.lastIndex = from;
  return close.test(text) ? close.lastIndex : text.length;
};

const withoutHidden = (text: string): string => {
  let visible = '';
  let at = 0;
  HIDDEN.lastIndex = 0;
  for (let match = HIDDEN.exec(text); match; match = HIDDEN.exec(text)) {
    visible += text.slice(at, match.index);
    at = endOfHidden(text, HIDDEN.lastIndex, match[1]);
    HIDDEN.lastIndex = at;
  }
  return visible + text.slice(at);
};

/** Placeholder for block tags during cleaning; a control character, so no text contains it. */
const BREAK = '\u0080';

/** Keeps words apart: `one<br>two` -> `one two`, and `one <br> two` -> `one two`. */
const spaceFor = (breaks: string, at: number, text: string): string =>
  /\S\S/.test(text.charAt(at - 1) + text.charAt(at + breaks.length)) ? ' ' : '';

/**
 * Removes tags, comments, scripts and styles; everything else stays as typed (rules#text). Entities are neither encoded
 * nor decoded; `2 < 3`, `a<b` and `C++ <Advanced>` stay. An unclosed tag gets a space after its `<`, because some
 * client will print the text as HTML.
 */
export function withoutTags(text: string): string {
  if (!text.includes('<')) return text;
  let plain = text;
  for (let pass = 0, before = ''; pass < MAX_PASSES && plain !== before; pass++) {
    before = plain;
    plain = withoutHidden(plain).replace(TAG, (tag) => (isTag(tag) ? (BLOCK.test(tag) ? BREAK : '') : tag));
  }
  return plain
    .replace(/\u0080[ \u0080]*/g, spaceFor)
    .replace(TAG_LIKE, (tag) => (/[\s/>]/.test(tag) && isTag(tag) ? `< ${tag.slice(1)}` : tag));
}

const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * Cleans a one-line text such as a title or name: removes tags ({@link withoutTags}), replaces line ends and tabs by a
 * space, trims, and normalizes to NFC (rules#text).
 */
export const plainText = (text: string): string =>
  normalForm(withoutTags(storable(text.replace(LINE_ENDS, ' '))), 'NFC').trim();

/** Spaces, zero-width characters and fillers. */
const INVISIBLE = /^[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\s]*$/u;

export const isInvisible = (text: string): boolean => INVISIBLE.test(text);

/** Whether two texts differ at most in case and white space. */
export const sameText = (one: string, other: string): boolean => collapsed(one) === collapsed(other);

const collapsed = (text: string): string => normalForm(text, 'NFC').toLowerCase().replace(/\s+/g, ' ').trim();

const TAGS =
  'p br a strong em b i u s ul ol li h1 h2 h3 h4 h5 h6 blockquote code pre img figure figcaption ' +
  'table caption colgroup col thead tbody tfoot tr th td hr span div abbr sub sup';

/** Allowed values of `rel`: not `opener`, which lets the opened page change its opener. */
const LINK_TYPES = 'nofollow noopener noreferrer ugc sponsored external tag license author help'.split(' ');

const RULES: sanitizeHtml.IOptions = {
  allowedTags: TAGS.split(' '),
  allowedAttributes: {
    '*': ['class'],
    a: ['href', 'title', { name: 'rel', multiple: true, values: LINK_TYPES }, 'target'],
    abbr: ['title'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    col: ['span'],
    colgroup: ['span'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src,
  nestingLimit: 100,
};

/** The parser takes quadratic time in the number of open tags: 30 s for 1 MiB of `<div>`. */
const MAX_TAGS = 20_000;

/**
 * Sanitizes the HTML of a description or excerpt: keeps only harmless tags and attributes (rules#text). A text without
 * `<` stays as typed (`AT&T`); a text with tags gets its entities normalized. Idempotent.
 * @throws BadValue for more than 20,000 opening tags
 */
export const cleanHtml = (html: string): string => {
  let clean = storable(html);
  if ((clean.match(/<[a-z]/gi)?.length ?? 0) > MAX_TAGS)
    throw new BadValue(`The text has more than ${MAX_TAGS} tags.`);
  // Broken HTML and decoded entities (`&#13;`) can require another pass.
  for (let pass = 0, before = ''; pass < MAX_PASSES && clean.includes('<') && clean !== before; pass++) {
    before = clean;
    clean = storable(sanitizeHtml(clean, RULES));
  }
  return clean;
};

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
const LETTER = new RegExp(Object.keys(LETTERS).join('|'), 'g');
/**
 * Latin, Greek and Cyrillic accents, Hebrew and Arabic points, soft hyphens, zero-width marks. Not the vowel signs of
 * other scripts, which count as letters.
 */
const MARKS =
  /[\u0300-\u036f]|[\u0591-\u05c7]|[\u064b-\u065f]|\u0670|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|\u00ad|[\u200b-\u200d]|\u2060|\ufeff/g;

/**
 * Normalizes a text for search (rules#words): lower case, without accents, `ß` as `ss`, white space collapsed, entities
 * of clean HTML decoded.
 */
export const foldForSearch = (text: string): string =>
  normalForm(storable(text), 'NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();

/** Every event is compared with each term. */
const MAX_TERMS = 50;

/**
 * Parses a search into the folded words and phrases that must occur (`all`) and must not (`none`):
 * `jazz "river walk" -rain -"open air"` (rules#words). Outside phrases, commas separate words like spaces. An unclosed
 * quote extends to the end of the text.
 * @throws BadValue for a search without words, and above 50 terms
 */
export const parseSearch = (text: string): { all: string[]; none: string[] } => {
  const all = new Set<string>();
  const none = new Set<string>();
  for (const [, minus, phrase, word] of text
    .replace(/[“”„]/g, '"')
    .matchAll(/(?<!-)(-*)(?:"([^"]*)"?|([^\s,"-][^\s,"]*))/g)) {
    const term = foldForSearch(phrase ?? word ?? '');
    if (term !== '') (minus ? none : all).add(term);
  }
  if (all.size + none.size === 0) throw new BadValue('There is no word to search for.');
  if (all.size + none.size > MAX_TERMS)
    throw new BadValue(`At most ${MAX_TERMS} words and phrases can be searched for.`);
  return { all: [...all], none: [...none] };
};

/** The `LIKE` pattern for a text that contains the term; escapes wildcards in the term. */
export const likePattern = (term: string): string => `%${term.replace(/[\\%_]/g, '\\$&')}%`;
