import { Parser } from 'htmlparser2';

/** Elements that begin a line of their own. */
const BLOCK = /^(?:p|br|hr|div|ul|ol|li|h[1-6]|tr|table|blockquote|pre|figure|figcaption)$/;
/** Elements with a blank line before and after them. */
const PARAGRAPH = /^(?:p|h[1-6]|ul|ol|table|blockquote|pre|figure)$/;

/** Elements whose text is none that anybody reads. */
const UNREAD = /^(?:script|style|textarea|option|xmp|iframe)$/;

/** Everything that some reader takes for the end of a line. */
const LINE_END = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

const isBlank = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

/** By index: a pattern for blanks in front of a line end takes n² steps for n blanks without one. */
function withoutOuterBlanks(line: string): string {
  let from = 0;
  let to = line.length;
  while (from < to && isBlank(line, from)) from++;
  while (to > from && isBlank(line, to - 1)) to--;
  return line.slice(from, to);
}

/**
 * Clean HTML as plain text, for readers that show no HTML: paragraphs are separated by a blank line, list
 * items begin with a dash, links are followed by their address, table cells are separated by tabs. A text
 * without tags keeps its lines.
 */
export function textOfHtml(html: string): string {
  // A text without tags has line breaks of its own.
  const isTyped = !html.includes('<');
  let text = '';
  const links: { href: string; at: number }[] = [];
  let pre = 0;
  const line = (name: string): void => {
    if (BLOCK.test(name)) text += PARAGRAPH.test(name) ? '\n\n' : '\n';
  };
  let unread = 0;
  const parser = new Parser({
    onopentag(name, { href, alt }) {
      line(name);
      if (name === 'li') text += '- ';
      if (name === 'pre') pre++;
      if (name === 'a') links.push({ href: href ?? '', at: text.length });
      if (name === 'img') text += alt ?? '';
      if (UNREAD.test(name)) unread++;
    },
    ontext(words) {
      if (unread > 0) return;
      text += isTyped || pre > 0 ? words : words.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (name === 'a') {
        const { href, at } = links.pop() ?? { href: '', at: 0 };
        if (href !== '' && !text.slice(at).includes(href)) text += ` (${href})`;
      }
      if (name === 'pre') pre--;
      if (name === 'td' || name === 'th') text += '\t';
      if (name !== 'br' && name !== 'hr') line(name);
      if (UNREAD.test(name)) unread--;
    },
  });
  parser.end(html);
  return text
    .replace(LINE_END, '\n')
    .split('\n')
    .map(withoutOuterBlanks)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/[^\S\n\t]{2,}/g, ' ')
    .trim();
}
