import { toString as toText } from 'nlcst-to-string';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextEnglish from 'retext-english';
import retextPassive from 'retext-passive';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { allTexts } from './texts.mjs';
import { FORBIDDEN, MAX_WORDS } from './words.mjs';

/*
 * Checks the English of documents, schema descriptions, messages and comments. A forbidden word is an error. Long
 * sentences, passive verbs and repeated words are hints for a review: `npm run lint:english -- --hints`.
 */

const PHRASES = new RegExp(String.raw`\b(?:${Object.keys(FORBIDDEN).join('|')})\b`, 'gi');

/** Reports forbidden words, except in questions. */
const forbiddenWords = () => (tree, file) =>
  visit(tree, 'SentenceNode', (sentence) => {
    const words = sentence.children.filter(({ type }) => type !== 'SourceNode');
    const text = toText(words).replaceAll(/\s+/g, ' ');
    if (text.endsWith('?')) return;
    for (const [phrase] of text.matchAll(PHRASES)) {
      file.message(`"${phrase}": ${FORBIDDEN[phrase.toLowerCase()]}`, sentence).fatal = true;
    }
  });

const longSentences = () => (tree, file) =>
  visit(tree, 'SentenceNode', (sentence) => {
    const words = sentence.children.filter(({ type }) => type === 'WordNode').length;
    if (words > MAX_WORDS) file.message(`A sentence of ${words} words`, sentence);
  });

/** Makes paragraphs of the cells of tables, which remark-retext would ignore. */
const cellsAsParagraphs = () => (tree) => {
  visit(tree, 'tableCell', (cell) => {
    cell.type = 'paragraph';
  });
  visit(tree, ['table', 'tableRow'], (node) => {
    node.type = 'blockquote';
  });
};

/** Only the messages are used, not the text. */
function noOutput() {
  this.compiler = () => '';
}

const FOR_DEVELOPERS = [retextEnglish, forbiddenWords];
const FOR_USERS = [...FOR_DEVELOPERS, longSentences, retextPassive, retextRepeatedWords];
const processor = (...plugins) => unified().use(plugins);
const PROCESSORS = {
  comment: processor(...FOR_DEVELOPERS, noOutput),
  plain: processor(...FOR_USERS, noOutput),
  markdown: processor(
    remarkParse,
    remarkGfm,
    cellsAsParagraphs,
    [remarkRetext, processor(...FOR_USERS)],
    noOutput,
  ),
};

async function check({ path, line, format, value }) {
  const { messages } = await PROCESSORS[format].process(value);
  return messages.map(({ line: below, reason, fatal }) => ({
    place: `${path}:${line + below - 1}`,
    reason,
    fatal,
  }));
}

const findings = (await Promise.all(allTexts().map(check))).flat();
const errors = findings.filter(({ fatal }) => fatal);
const printed = process.argv.includes('--hints') ? findings : errors;
for (const { place, reason } of printed) console.log(`${place} ${reason}`);
console.log(`English: ${errors.length} errors, ${findings.length - errors.length} hints`);
if (errors.length > 0) process.exitCode = 1;
