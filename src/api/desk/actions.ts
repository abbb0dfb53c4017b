import type { Caller } from '../../domain/access/caller.ts';
import { mayPublish } from '../../domain/access/policy.ts';
import { ServiceError } from '../../lib/errors.ts';
import type { WordKey } from '../../lib/words.ts';
import { capitalize } from '../contract/endpoints.ts';
import { when } from '../pages/public/dates.ts';
import { type Html, html } from '../pages/public/html.ts';
import { document, type PageDocument } from '../pages/public/page-documents.ts';
import { type Answer, type DeskPage, type DeskRoute, FAILED, type Visit } from './desk.ts';
import { type Errors, errorsOf, type Field, formState, hidden, selectField, textField } from './fields.ts';
import type { Done } from './notices.ts';
import {
  type EventRow,
  idIn,
  isEventRow,
  isTerm,
  KINDS,
  type Kind,
  mayEdit,
  ofEach,
  RECORDS,
  type Row,
  SECTION_OF,
  UPDATES,
} from './records.ts';
import { pathInside } from './sign-in.ts';
import type { Typed } from './typed.ts';

const NAMES = ['publish', 'cancel', 'postpone', 'reinstate', 'trash', 'restore', 'delete'] as const;
type ActionName = (typeof NAMES)[number];

interface Action {
  readonly label: WordKey;
  /** The effect, as a sentence on the page of the action. */
  readonly help: WordKey;
  readonly done: Done;
  /** The input of an update; null for a deletion. */
  readonly input: (reason: string) => Readonly<Record<string, unknown>> | null;
  /** Whether the record is in a state that the action changes. */
  readonly isPossible: (row: Row) => boolean;
  /** Whether the record is in the state that the action leads to. */
  readonly isDone: (row: Row) => boolean;
  /** The right to the action, besides the right to change the record. */
  readonly isAllowed?: (caller: Caller) => boolean;
  readonly hasReason?: true;
  /** Whether the page of the action asks in any case. */
  readonly isFinal?: true;
}

const isInTrash = ({ status }: Row): boolean => status === 'TRASH';
const isStored = (row: Row): boolean => row.status !== undefined && !isInTrash(row);
/** Changes the schedule status of events outside the trash. */
const scheduling = (status: EventRow['scheduleStatus']): Pick<Action, 'input' | 'isPossible' | 'isDone'> => ({
  input: (reason) => ({
    scheduleStatus: status.toLowerCase(),
    ...(status !== 'SCHEDULED' && { scheduleStatusReason: reason }),
  }),
  isPossible: (row) => isStored(row) && isEventRow(row) && row.scheduleStatus !== status,
  isDone: (row) => isStored(row) && isEventRow(row) && row.scheduleStatus === status,
});

const ACTIONS: Readonly<Record<ActionName, Action>> = {
  publish: {
    label: 'desk.publish',
    help: 'desk.publish.help',
    done: 'published',
    input: () => ({ status: 'publish' }),
    isPossible: ({ status }) => status === 'DRAFT' || status === 'PENDING',
    isDone: ({ status }) => status === 'PUBLISHED' || status === 'FUTURE',
    isAllowed: mayPublish,
  },
  cancel: {
    label: 'desk.cancel',
    help: 'desk.cancel.help',
    done: 'canceled',
    ...scheduling('CANCELED'),
    hasReason: true,
  },
  postpone: {
    label: 'desk.postpone',
    help: 'desk.postpone.help',
    done: 'postponed',
    ...scheduling('POSTPONED'),
    hasReason: true,
  },
  reinstate: {
    label: 'desk.reinstate',
    help: 'desk.reinstate.help',
    done: 'reinstated',
    ...scheduling('SCHEDULED'),
  },
  trash: {
    label: 'desk.trash',
    help: 'desk.trash.help',
    done: 'trashed',
    input: () => null,
    isPossible: isStored,
    isDone: isInTrash,
  },
  restore: {
    label: 'desk.restore',
    help: 'desk.restore.help',
    done: 'restored',
    // The status before the trash is not stored; a draft publishes nothing by accident.
    input: () => ({ status: 'draft' }),
    isPossible: isInTrash,
    isDone: isStored,
  },
  delete: {
    label: 'desk.delete',
    help: 'desk.delete.help',
    done: 'deleted',
    input: () => null,
    isPossible: (row) => row.status === undefined || isInTrash(row),
    isDone: () => false,
    isFinal: true,
  },
};

const deleteDocument = (kind: Kind): PageDocument<unknown> => {
  const type = capitalize(kind);
  const force = isTerm(kind) ? ['', ''] : [' $force: Boolean', ', force: $force'];
  const scope = kind === 'event' ? [' $scope: SeriesScope', ', scope: $scope'] : ['', ''];
  return document(`mutation ($by: ${type}By!${force[0]}${scope[0]}) {
    delete${type}(by: $by${force[1]}${scope[1]}) { deletedId }
  }`);
};
export const DELETIONS = ofEach(deleteDocument);

const isInSeries = (row: Row): boolean => isEventRow(row) && row.series !== null;
/** Whether the page of the action asks for more than the button. */
const asksFirst = ({ hasReason, isFinal }: Action, row: Row): boolean =>
  Boolean(hasReason || isFinal) || isInSeries(row);

const possible = (visit: Visit, row: Row): [ActionName, Action][] =>
  NAMES.flatMap((name): [ActionName, Action][] => {
    const action = ACTIONS[name];
    const { isAllowed = () => true, isPossible } = action;
    return isPossible(row) && isAllowed(visit.context.caller) ? [[name, action]] : [];
  });

/**
 * The page of a record for visitors, and the actions on it: buttons, and links to a page that asks first.
 * @param back the path to return to
 * @param nameId the id of the element with the name, in a list of several records
 */
export function actionButtons(visit: Visit, kind: Kind, row: Row, back: string, nameId?: string): Html {
  const { site, words } = visit;
  const { databaseId, status, url: page } = row;
  const base = `${site.url}/desk/${SECTION_OF[kind]}`;
  const described = nameId !== undefined && html` aria-describedby="${nameId}"`;
  const link = (url: string, text: WordKey): Html =>
    html`<a class="button quiet" href="${url}"${described}>${words.text(text)}</a> `;
  const buttons = possible(visit, row).map(([name, action]) => {
    const url = `${base}/${databaseId}/${name}`;
    return asksFirst(action, row)
      ? link(`${url}?back=${encodeURIComponent(back)}`, action.label)
      : html`<form method="post" action="${url}">${hidden('back', back)}<button class="quiet"${described}>${words.text(action.label)}</button></form> `;
  });
  const isPublic = status === undefined || status === 'PUBLISHED';
  return html`<div class="actions">${isPublic && link(page, 'desk.view')}${
    mayEdit(visit, row) && [
      kind === 'event' && !isInTrash(row) && link(`${base}/new?copy=${databaseId}`, 'desk.copy'),
      buttons,
    ]
  }</div>`;
}

interface Case {
  readonly kind: Kind;
  readonly name: ActionName;
  readonly id: number;
  readonly row: Row;
}

const REASON: Field = {
  name: 'reason',
  label: 'desk.reason',
  hint: 'desk.reason.hint',
  remedy: 'desk.reason.remedy',
  paths: ['scheduleStatusReason'],
  maxLength: 1000,
};
const SCOPES = ['this', 'following', 'all'] as const;

/** The events of the series that an action may affect; empty if there is no choice. */
function scopesFor(name: ActionName, row: Row): readonly (typeof SCOPES)[number][] {
  if (!isEventRow(row) || !row.series || ACTIONS[name].isFinal) return [];
  // Restoring several events makes drafts of them, also of events outside the trash.
  const isWholeInTrash = row.series.occurrences?.totalCount === 0;
  return name !== 'restore' || isWholeInTrash ? SCOPES : [];
}

function actionPage(visit: Visit, { kind, name, row }: Case, typed: Typed, errors?: Errors): DeskPage {
  const { words, site } = visit;
  const { label, help, hasReason, isFinal } = ACTIONS[name];
  const scopes = scopesFor(name, row);
  const state = formState(words, typed, errors);
  const section = SECTION_OF[kind];
  const back = backOf(typed, section);
  const title = `${words.text(label)}: ${row.name}`;
  const main: Html = html`<h1>${title}</h1>
${isEventRow(row) && html`<p class="when">${when(row, site.clock)}</p>`}
<p>${words.text(isTerm(kind) ? 'desk.delete.termHelp' : help)}</p>
<form class="record" method="post">
${hidden('back', back)}${hasReason && textField(state, REASON)}${
  scopes.length > 0 &&
  selectField(
    state,
    { name: 'scope', label: 'desk.scope' },
    scopes.map((scope) => [scope, words.text(`desk.scope.${scope}`)]),
  )
}
<p class="buttons"><button${isFinal && html` class="danger"`}>${words.text(label)}</button> <a class="button quiet" href="${site.url}${back}">${words.text('desk.dismiss')}</a></p>
</form>`;
  return { title, section, main, status: errors ? FAILED.invalid : 200 };
}

/** The path to return to: the list with its filters, or the form. */
function backOf(typed: Typed, section: string): string {
  const path = pathInside(typed.text('back'));
  const [, inside] = /^\/desk\/(\w+)/.exec(path) ?? [];
  return inside === section ? path : `/desk/${section}`;
}

async function act(visit: Visit, { kind, name, id, row }: Case): Promise<Answer> {
  const { typed, run } = visit;
  const { input, done, hasReason, isPossible, isDone, isFinal, isAllowed = () => true } = ACTIONS[name];
  if (!isAllowed(visit.context.caller)) throw new ServiceError('rest_forbidden');
  const list = `/desk/${SECTION_OF[kind]}`;
  const back = backOf(typed, SECTION_OF[kind]);
  // A page may be stale, and a form may be sent twice.
  if (!isPossible(row)) {
    if (isDone(row) && mayEdit(visit, row)) return { to: back, done };
    throw new ServiceError('conflict');
  }
  const scope = scopesFor(name, row).find((one) => one === typed.text('scope'));
  const changes = input(typed.text('reason'));
  const by = { databaseId: id };
  try {
    if (changes) await run(UPDATES[kind], { by, input: changes, ...(scope && { scope }) });
    else
      await run(DELETIONS[kind], {
        by,
        ...(!isTerm(kind) && { force: isFinal === true }),
        ...(scope && { scope }),
      });
  } catch (error) {
    if (!(hasReason && error instanceof ServiceError && error.problems)) throw error;
    return actionPage(visit, { kind, name, id, row }, typed, errorsOf(error.problems, [REASON], visit.words));
  }
  return { to: isFinal && !back.startsWith(`${list}?`) ? list : back, done };
}

const namesFor = (kind: Kind): readonly ActionName[] => {
  if (isTerm(kind)) return ['delete'];
  return kind === 'event' ? NAMES : ['publish', 'trash', 'restore', 'delete'];
};

/** `/desk/<section>/:id/<action>`: a page that asks (GET), and the action (POST). */
export const ACTION_ROUTES: readonly DeskRoute[] = KINDS.flatMap((kind) =>
  namesFor(kind).flatMap((name): DeskRoute[] => {
    const path = `/${SECTION_OF[kind]}/:id/${name}`;
    const caseOf = async ({ run }: Visit, id: number): Promise<Case> => {
      const { record: row } = await run(RECORDS[kind], { by: { databaseId: id } });
      return { kind, name, id, row };
    };
    return [
      {
        method: 'get',
        path,
        async handle(visit, { id }) {
          const one = await caseOf(visit, idIn(id));
          if (!mayEdit(visit, one.row)) throw new ServiceError('rest_forbidden');
          if (!possible(visit, one.row).some(([other]) => other === name)) throw new ServiceError('conflict');
          return actionPage(visit, one, visit.query);
        },
      },
      {
        method: 'post',
        path,
        async handle(visit, { id }) {
          const one = await caseOf(visit, idIn(id)).catch((error: unknown) => {
            // The form to delete a record may be sent twice.
            if (name === 'delete' && error instanceof ServiceError && error.isNotFound) return null;
            throw error;
          });
          if (!one) return { to: `/desk/${SECTION_OF[kind]}`, done: 'deleted' };
          return visit.isResumed ? actionPage(visit, one, visit.typed) : act(visit, one);
        },
      },
    ];
  }),
);
