import { assertMayCreate } from '../../domain/access/policy.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { WordKey, Words } from '../../lib/words.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import { type Answer, type DeskPage, type DeskRoute, FAILED, type Visit } from './desk.ts';
import { errorSummary, type Field, fileField, formState, hidden, selectField } from './fields.ts';
import {
  DATE_FORMATS,
  type FileImporter,
  ImportFailure,
  type ImportFailureReason,
  type ImportReport,
} from './importer.ts';

/** Refused entries on a page. */
const MAX_REFUSED = 200;

const KINDS: Readonly<Record<string, WordKey>> = {
  event: 'desk.import.events',
  venue: 'page.venues',
  organizer: 'page.organizers',
  category: 'desk.categories',
  tag: 'desk.tags',
};

const OUTCOMES = [
  ['created', 'desk.import.created'],
  ['changed', 'desk.import.changed'],
  ['unchanged', 'desk.import.unchanged'],
] as const;

const SENTENCES: Readonly<Record<ImportFailureReason, WordKey>> = {
  format: 'desk.import.choose',
  binary: 'desk.import.binary',
  unreadable: 'desk.import.unreadable',
  'no-columns': 'desk.import.noColumns',
  'too-many': 'desk.import.tooLarge',
  'too-slow': 'desk.import.tooSlow',
};
const BY_STATUS: Readonly<Record<number, WordKey>> = {
  413: 'desk.import.tooLarge',
  429: 'desk.import.busy',
  503: 'desk.import.busy',
};

/** The usual columns of a table, in the words of the form. */
const COLUMNS: Readonly<Record<string, WordKey>> = {
  title: 'desk.event.title',
  start_date: 'desk.event.date',
  start_time: 'desk.event.time',
  end_date: 'desk.event.endDate',
  end_time: 'desk.event.endTime',
  all_day: 'desk.event.allDay',
  venue: 'desk.event.venue',
  organizer: 'page.organizers',
  cost: 'desk.event.cost',
  website: 'event.website',
  categories: 'desk.categories',
  tags: 'desk.tags',
  description: 'desk.text',
  status: 'desk.status',
};

const FILE: Field = {
  name: 'file',
  label: 'desk.import.file',
  hint: 'desk.import.fileHint',
  isRequired: true,
};

/** Text of the service, which is English on every site. */
const english = (text: string): Html => html`<span lang="en">${text}</span>`;

interface Problem {
  readonly sentence: WordKey;
  /** In English. */
  readonly detail?: string | undefined;
  readonly status: number;
}

/** The sentence about a file that was not imported. @throws other errors */
function problemOf(error: unknown): Problem {
  if (error instanceof ImportFailure)
    return { sentence: SENTENCES[error.reason], detail: error.message || undefined, status: FAILED.invalid };
  const sentence = error instanceof ServiceError ? BY_STATUS[error.status] : undefined;
  if (sentence === undefined || !(error instanceof ServiceError)) throw error;
  return { sentence, status: error.status };
}

const sentenceOf = ({ sentence, detail }: Problem, words: Words): Html =>
  html`${words.text(sentence)}${detail !== undefined && html` ${english(detail)}`}`;

function formPage(visit: Visit, columns: readonly string[], problem?: Problem): DeskPage {
  const { site, words } = visit;
  const errors = new Map(problem ? [[FILE.name, sentenceOf(problem, words)]] : []);
  const state = formState(words, visit.typed, errors);
  const main = html`<h1>${words.text('desk.import')}</h1>
<p class="lead">${words.text('desk.import.lead')}</p>
${errorSummary(state, [FILE])}<form method="post" action="${site.url}/desk/import" enctype="multipart/form-data">
${fileField(state, FILE, '.ics,.ical,.csv,.tsv,text/calendar,text/csv')}${selectField(
  state,
  { name: 'dateFormat', label: 'desk.import.slashes' },
  [
    ['', words.text('desk.import.slashes.refuse')],
    [DATE_FORMATS[0], words.text('desk.import.slashes.day')],
    [DATE_FORMATS[1], words.text('desk.import.slashes.month')],
  ],
)}<p><button>${words.text('desk.import.preview')}</button></p>
</form>
<details${problem?.sentence === SENTENCES['no-columns'] && html` open`}><summary>${words.text('desk.import.columns')}</summary>
<p>${words.text('desk.import.columnsHelp')}</p>
<dl class="facts">${Object.entries(COLUMNS).map(
    ([name, label]) => html`<dt translate="no">${name}</dt><dd>${words.text(label)}</dd>`,
  )}</dl>
<p translate="no">${columns.filter((name) => !Object.hasOwn(COLUMNS, name)).join(', ')}</p>
</details>`;
  return { title: words.text('desk.import'), section: 'import', main, status: problem?.status ?? 200 };
}

function countsTable(words: Words, { counts }: ImportReport): HtmlValue {
  const rows = Object.entries(counts);
  if (rows.length === 0) return html`<p>${words.text('desk.import.nothing')}</p>`;
  return html`<table><thead><tr><th scope="col">${words.text('desk.import.kind')}</th>${OUTCOMES.map(
    ([, label]) => html`<th scope="col">${words.text(label)}</th>`,
  )}</tr></thead><tbody>${rows.map(
    ([kind, count]) =>
      html`<tr><th scope="row">${words.text(KINDS[kind] ?? 'desk.import.file')}</th>${OUTCOMES.map(([outcome]) => html`<td>${count[outcome]}</td>`)}</tr>`,
  )}</tbody></table>`;
}

function details(words: Words, report: ImportReport): HtmlValue {
  const { refused, leftOut, series, notes } = report;
  const others = refused.length - MAX_REFUSED;
  return [
    series > 0 && html`<p>${words.text('desk.import.series', { count: series })}</p>\n`,
    refused.length > 0 &&
      html`<h2>${words.text('desk.import.refused', { count: refused.length })}</h2>
<ul>${refused
        .slice(0, MAX_REFUSED)
        .map(
          ({ at, what, reason }) =>
            html`<li>${what !== '' && html`<strong>${what}</strong> `}${english(`(${at}): ${reason}`)}</li>`,
        )}</ul>
${others > 0 && html`<p>${words.text('desk.import.more', { count: others })}</p>\n`}`,
    leftOut.length > 0 &&
      html`<h2>${words.text('desk.import.leftOut')}</h2>
<ul>${leftOut.map(({ field, count, at, reason }) => html`<li>${english(`${field} (${count}×, ${at}): ${reason}`)}</li>`)}</ul>
`,
    notes.length > 0 &&
      html`<h2>${words.text('desk.import.notes')}</h2>
<ul>${notes.map((note) => html`<li>${english(note)}</li>`)}</ul>
`,
  ];
}

const dateFormatIn = ({ typed }: Visit) => DATE_FORMATS.find((format) => format === typed.text('dateFormat'));

/** Whether an import would store something. */
const storesSomething = ({ counts }: ImportReport): boolean =>
  Object.values(counts).some(({ created, changed }) => created + changed > 0);

/** The pages that import files, for all users with the right to create records. */
export function importRoutes(importer: FileImporter): readonly DeskRoute[] {
  const form = (visit: Visit): DeskPage => {
    assertMayCreate(visit.context.caller);
    return formPage(visit, importer.columns);
  };

  const preview = async (visit: Visit): Promise<Answer> => {
    const { context, file, isResumed, site, words } = visit;
    assertMayCreate(context.caller);
    if (isResumed || file === null)
      return formPage(visit, importer.columns, { sentence: 'desk.import.choose', status: FAILED.invalid });
    try {
      const report = await importer.preview(context, {
        name: file.name,
        content: file.bytes,
        dateFormat: dateFormatIn(visit),
      });
      const title = words.text('desk.import.previewTitle', { name: file.name });
      const main = html`<h1>${title}</h1>
<p class="lead">${words.text('desk.import.previewLead')}</p>
${countsTable(words, report)}
${
  storesSomething(report) &&
  html`<form method="post" action="${site.url}/desk/import/run">${hidden('key', report.key)}${hidden('dateFormat', dateFormatIn(visit) ?? '')}<button>${words.text('desk.import.run')}</button></form>
`
}<p><a href="${site.url}/desk/import">${words.text('desk.import.other')}</a></p>
${details(words, report)}`;
      return { title, section: 'import', main };
    } catch (error) {
      return formPage(visit, importer.columns, problemOf(error));
    }
  };

  const run = async (visit: Visit): Promise<Answer> => {
    const { context, typed, site, words, isResumed } = visit;
    assertMayCreate(context.caller);
    if (isResumed) return form(visit);
    try {
      const report = await importer.run(context, typed.text('key'), dateFormatIn(visit));
      if (report === null)
        return formPage(visit, importer.columns, { sentence: 'desk.import.gone', status: FAILED.conflict });
      const title = words.text('desk.import.done');
      const main = html`<h1>${title}</h1>
${countsTable(words, report)}
<p><a class="button" href="${site.url}/desk/events">${words.text('page.events')}</a> <a href="${site.url}/desk/import">${words.text('desk.import.other')}</a></p>
${details(words, report)}`;
      return { title, section: 'import', main };
    } catch (error) {
      const isStopped = error instanceof ImportFailure && error.reason === 'too-slow';
      const problem: Problem = isStopped
        ? { sentence: 'desk.import.stopped', status: FAILED.invalid }
        : problemOf(error);
      return formPage(visit, importer.columns, problem);
    }
  };

  return [
    { method: 'get', path: '/import', handle: form },
    { method: 'post', path: '/import', handle: preview },
    { method: 'post', path: '/import/run', handle: run },
  ];
}
