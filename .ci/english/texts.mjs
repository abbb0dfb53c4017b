import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse as parseCode } from '@babel/parser';
import { parse as parseSchema, visit } from 'graphql';

/** @typedef {{ path: string, line: number, format: 'markdown' | 'plain' | 'comment', value: string }} Text */

/** History, generated files, and results of programs. */
const EXCLUDED = /^CHANGELOG\.md$|^docs\/releases\/|\/results\/|\/generated\//;

const inMarkdown = (path, value) => [{ path, line: 1, format: 'markdown', value }];

function inSchema(path, schema) {
  const texts = [];
  const addDescription = ({ description }) => {
    if (!description) return;
    const { line } = description.loc.startToken;
    texts.push({ path, line, format: 'plain', value: description.value });
  };
  visit(parseSchema(schema), { enter: addDescription });
  return texts;
}

/** At least four words and a capital letter in front: a message, not SQL or HTML. */
const MESSAGE = /^[A-Z][^<>{}=]*(?: [^<>{}= ]+){3}/;

const nodesIn = (node) => (node instanceof Object ? [node, ...Object.values(node).flatMap(nodesIn)] : []);

/** Comments and messages. */
function inCode(path, code) {
  const { program, comments } = parseCode(code, {
    sourceType: 'module',
    plugins: ['typescript'],
    attachComment: false,
  });
  const text = (format, { loc }, value) => ({ path, line: loc.start.line, format, value });
  const comment = (node) =>
    text('comment', node, node.value.replaceAll(/^\s*\* ?/gm, '').replaceAll(/`[^`]*`/g, 'code'));
  const nodes = nodesIn(program);
  const strings = nodes
    .filter(({ type }) => type === 'StringLiteral')
    .map((node) => text('plain', node, node.value));
  const templates = nodes
    .filter(({ type }) => type === 'TemplateLiteral')
    .map((node) => text('plain', node, node.quasis.map(({ value }) => value.cooked).join('value')));
  return [...comments.map(comment), ...[...strings, ...templates].filter(({ value }) => MESSAGE.test(value))];
}

const READERS = [
  [/\.md$/, inMarkdown],
  [/^schema\.graphql$/, inSchema],
  [/^(?:src|test|bench|ops|\.ci|docs\/examples)\/.*\.m?[jt]s$/, inCode],
];

/** @returns {Text[]} all texts of the files that git tracks or would add */
export function allTexts() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  const paths = listed.split('\0').filter((path) => path && !EXCLUDED.test(path) && existsSync(path));
  return READERS.flatMap(([pattern, textsIn]) =>
    paths.filter((path) => pattern.test(path)).flatMap((path) => textsIn(path, readFileSync(path, 'utf8'))),
  );
}
