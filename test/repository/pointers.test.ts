import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ALL = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .trim()
  .split('\n');
/** Files written by people, without results of measurements and generated files. */
const FILES = ALL.filter(
  (path) =>
    /\.(ts|mjs|js|graphql|md)$/.test(path) && !/(^|\/)(generated|results)\//.test(path) && existsSync(path),
);
const SELF = 'test/repository/pointers.test.ts';

/** Each match, as `file: match`. */
const places = (pattern: RegExp, files = FILES): string[] =>
  files
    .filter((path) => path !== SELF)
    .flatMap((path) =>
      Array.from(
        readFileSync(path, 'utf8').matchAll(pattern),
        ([match, name]) => `${path}: ${name ?? match}`,
      ),
    );

const anchors = new Set(
  Array.from(readFileSync('docs/rules.md', 'utf8').matchAll(/^## (\S+)$/gm), ([, name]) => name),
);

test('every mentioned rule exists', () => {
  const cited = places(/\brules(?:\.md)?#([a-z-]+)/g);
  expect(cited.length).toBeGreaterThan(80);
  expect(cited.filter((place) => !anchors.has(place.split(': ')[1]))).toEqual([]);
});

/** The headings of a document, in the form of link anchors. */
const headings = (path: string): string[] =>
  Array.from(readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm), ([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

test('every linked heading exists', () => {
  const cited = FILES.filter((path) => path.endsWith('.md')).flatMap((path) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g),
      ([link, to = '', heading = '']) => ({ link, heading, of: to === '' ? path : join(dirname(path), to) }),
    ),
  );
  expect(cited.length).toBeGreaterThan(20);
  expect(cited.filter(({ of, heading }) => !headings(of).includes(heading))).toEqual([]);
});

test('every numbered decision in documents exists', () => {
  const files = ALL.filter((path) => path.startsWith('docs/decisions/')).join('\n');
  const named = places(/\bdecisions?[ /](\d+)/g);
  expect(named.length).toBeGreaterThan(20);
  const isThere = (number = ''): boolean => files.includes(`/${number.padStart(4, '0')}-`);
  expect(named.filter((place) => !isThere(place.split(': ')[1]))).toEqual([]);
});

test('nothing points to a document outside of the repository', () => {
  expect(places(/\b(?:decisions|spec|design)\.md\b|reference-behaviour|\(reference \d[\d.]*/g)).toEqual([]);
});

test('code names a decision by its file', () => {
  const code = FILES.filter((path) => /^(src|test)\//.test(path) && path.endsWith('.ts'));
  expect(places(/\bdecisions? \d+/g, code)).toEqual([]);
});

test('files named in documents and comments exist', () => {
  const links = FILES.filter((path) => path.endsWith('.md')).flatMap((path) =>
    Array.from(
      readFileSync(path, 'utf8').matchAll(
        /(?:\]\(|\b(?:src|srcset|href)=")(?!https?:|#|mailto:)([^)#\s"]+)/g,
      ),
      ([, to = '']) => join(dirname(path), to),
    ),
  );
  const named = places(/\b(docs\/decisions\/\d{4}[a-z0-9-]*\.md)/g).map(
    (place) => place.split(': ')[1] ?? '',
  );
  expect(links.length + named.length).toBeGreaterThan(20);
  expect([...links, ...named].filter((path) => !existsSync(path))).toEqual([]);
});

const DOCUMENTS = FILES.filter((path) => /\.md$/.test(path) && !/^(CHANGELOG|docs\/releases)/.test(path));
/** Created by a run, or by the operator of the service. */
const MADE = /(^|\/)(node_modules|pictures|\.env)$/;
const isThere = (path: string): boolean => ALL.some((file) => file.startsWith(path)) || MADE.test(path);

test('folders and files in the text and commands of documents exist', () => {
  const named = places(/(?<![\w./@:$-])((?:src|test|bench|ops|deploy|docs|\.ci)\/[\w./-]*\w)/g, DOCUMENTS);
  const inSource = places(
    /(?<![\w./@:$-])((?:app|transfer|api|domain|platform|lib)\/[\w./-]*\w)/g,
    DOCUMENTS,
  ).map((place) => place.replace(': ', ': src/'));
  expect(Math.min(named.length, inSource.length)).toBeGreaterThan(50);
  expect([...named, ...inSource].filter((place) => !isThere(place.split(': ')[1] ?? ''))).toEqual([]);
});

test('scripts named in documents are in package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = places(/\bnpm run (?:-s )?([a-z][\w:-]*)/g, DOCUMENTS);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((place) => !((place.split(': ')[1] ?? '') in scripts))).toEqual([]);
});

test('tests named in CONTRIBUTING exist', () => {
  const named = Array.from(
    readFileSync('CONTRIBUTING.md', 'utf8').matchAll(/(test\/[\w/-]+) -t "([^"]+)"/g),
    ([, path = '', name = '']) => ({ path, name }),
  );
  expect(named.length).toBeGreaterThan(1);
  const isThere = ({ path, name }: { path: string; name: string }): boolean =>
    ALL.some(
      (file) => file.startsWith(path) && new RegExp(`test\\('[^']*${name}`).test(readFileSync(file, 'utf8')),
    );
  expect(named.filter((one) => !isThere(one))).toEqual([]);
});
