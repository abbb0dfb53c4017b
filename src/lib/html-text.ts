import { Parser } from 'htmlparser2';

/** Elements that start a new line. */
const BLOCK = /^(?:p|br|hr|div|ul|ol|li|h[1-6]|tr|table|blockquote|pre|figure|figcaption)$/;
/** Elements with a blank line before and after them. */
const PARAGRAPH = /^(?:p|h[1-6]|ul|ol|table|blockquote|pre|figure)$/;

/** Elements whose text is not content. */
const NO_CONTENT = /^(?:script|style|textarea|option|xmp|iframe)$/;

/** Every line end that some program recognizes. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const isSpace = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

/** Trims spaces and tabs. Uses indexes, because a pattern for trailing spaces takes quadratic time. */
function trimSpaces(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isSpace(line, from)) from++;
  while (to > from && isSpace(line, to - 1)) to--;
  return line.slice(from, to);
}

/**
 * Converts clean HTML to plain text: blank lines between paragraphs, a dash before list items, the address after links,
 * tabs between table cells. A text without tags keeps its lines.
 */
export function textOfHtml(html: string): string {
  const hasNoTags = !html.includes('<');
  let text = '';
  const links: { href: string; at: number }[] = [];
  let pre = 0;
  const line = (name: string): void => {
    if (BLOCK.test(name)) text += PARAGRAPH.test(name) ? '\n\n' : '\n';
  };
  let noContent = 0;
  const parser = new Parser({
    onopentag(name, { href, alt }) {
      line(name);
      if (name === 'li') text += '- ';
      if (name === 'pre') pre++;
      if (name === 'a') links.push({ href: href ?? '', at: text.length });
      if (name === 'img') text += alt ?? '';
      if (NO_CONTENT.test(name)) noContent++;
    },
    ontext(words) {
      if (noContent > 0) return;
      text += hasNoTags || pre > 0 ? words : words.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (name === 'a') {
        const { href, at } = links.pop() ?? { href: '', at: 0 };
        if (href !== '' && !text.slice(at).includes(href)) text += ` (${href})`;
      }
      if (name === 'pre') pre--;
      if (name === 'td' || name === 'th') text += '\t';
      if (name !== 'br' && name !== 'hr') line(name);
      if (NO_CONTENT.test(name)) noContent--;
    },
  });
  parser.end(html);
  return text
    .replace(LINE_END, '\n')
    .split('\n')
    .map(trimSpaces)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/[^\S\n\t]{2,}/g, ' ')
    .trim();
}
