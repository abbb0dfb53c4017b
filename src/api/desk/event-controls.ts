import { mayAddImages, mayManageTerms, mayPublish } from '../../domain/access/policy.ts';
import { isServerError, ServiceError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { WEEKDAYS } from '../../lib/recurrence-parts.ts';
import type { WordKey } from '../../lib/words.ts';
import { type Html, type HtmlValue, html } from '../pages/public/html.ts';
import { DOCUMENTS } from '../pages/public/page-documents.ts';
import type { Visit } from './desk.ts';
import { datesOf } from './event-dates.ts';
import {
  type Choosable,
  EVENT_CHOICES,
  type EventChoices,
  type Named,
  type StoredEvent,
} from './event-documents.ts';
import { FIELDS } from './event-fields.ts';
import { isParent } from './event-input.ts';
import {
  type Choice,
  checkbox,
  choiceGroup,
  type Field,
  type FormState,
  folded,
  isMarked,
  section,
  selectField,
  textArea,
  textField,
} from './fields.ts';
import { pictureFields } from './picture-fields.ts';
import { formAction } from './record-form.ts';
import { statusOf } from './records.ts';
import type { Repeat } from './repetition.ts';
import { STATUS_WORDS, statusField } from './status-field.ts';
import type { Typed } from './typed.ts';

/** The most venues, organizers and categories to choose from; there are names for the others. */
const MAX_CHOICES = 200;
const MAX_TAGS = 30;
/** The most records whose names are read one by one. */
const MAX_LOOKUPS = 20;

const REPEAT_WORDS = {
  none: 'desk.event.repeat.none',
  DAILY: 'desk.event.repeat.daily',
  WEEKLY: 'desk.event.repeat.weekly',
  MONTHLY: 'desk.event.repeat.monthly',
  NTH: 'desk.event.repeat.nth',
  LAST: 'desk.event.repeat.last',
  YEARLY: 'desk.event.repeat.yearly',
  own: 'desk.event.repeat.own',
} as const satisfies Record<Repeat, WordKey>;
/** The fields of a new venue besides its name. */
const NEW_VENUE: readonly Field[] = [
  { name: 'venueAddress', label: 'event.address', maxLength: 1000 },
  { name: 'venueZip', label: 'desk.venue.zip', maxLength: 1000 },
  { name: 'venueCity', label: 'filter.city', maxLength: 1000 },
  { name: 'venueCountry', label: 'desk.venue.country', maxLength: 1000 },
];
const ENDS = {
  never: 'desk.event.ends.never',
  until: 'desk.event.ends.until',
  count: 'desk.event.ends.count',
} as const;
const SCOPES = { THIS: 'desk.scope.this', FOLLOWING: 'desk.scope.following', ALL: 'desk.scope.all' } as const;
const OPTIONS = { repeat: REPEAT_WORDS, ends: ENDS, scope: SCOPES, status: STATUS_WORDS } as const;

const choicesOf = (words: Readonly<Record<string, WordKey>>, { words: language }: Visit): Choice[] =>
  Object.entries(words).map(([value, key]) => [value, language.text(key)]);

/** The stored value of a control in words, if it differs from the value. */
export function shownValue(
  name: string,
  stored: StoredEvent,
  visit: Visit,
  typed: Typed,
): string | undefined {
  const options = Object.entries(OPTIONS).find(([control]) => control === name)?.[1];
  if (options) return choicesOf(options, visit).find(([value]) => value === typed.text(name))?.[1];
  const names = (records: readonly { readonly name: string }[]): string =>
    records.map((one) => one.name).join(', ');
  if (name === 'venue') return names(stored.venues.slice(0, 1));
  if (name === 'otherVenues') return names(stored.venues.slice(1));
  if (name === 'organizers' || name === 'categories') return names(stored[name]);
  return typed.text(name) === 'on' ? '✓' : undefined;
}

/** Choices for chosen records that the list lacks: mostly links of the stored event. */
async function missing(
  kind: 'venue' | 'organizer' | 'category',
  chosen: readonly string[],
  listed: readonly Choice[],
  { run }: Visit,
  own: readonly Named[] = [],
): Promise<Choice[]> {
  const known = new Set(listed.map(([value]) => value));
  const others = [...new Set(chosen)].filter((id) => !known.has(id) && isId(Number(id)));
  const stored = new Map(own.map(({ databaseId, name }) => [String(databaseId), name]));
  const unknown = others.filter((id) => !stored.has(id)).slice(0, MAX_LOOKUPS);
  await Promise.all(
    unknown.map(async (id) => {
      try {
        const { named } = await run(DOCUMENTS.named[kind], { by: { databaseId: Number(id) } });
        stored.set(id, named.name);
      } catch (error) {
        if (!(error instanceof ServiceError) || isServerError(error.status)) throw error;
      }
    }),
  );
  return others.map((id) => [id, stored.get(id) ?? id]);
}

const placeChoices = (nodes: Choosable): Choice[] =>
  nodes.map(({ databaseId, name, city }) => [String(databaseId), city ? `${name}, ${city}` : name]);

/** Categories with the names above them: `Music › Jazz`. */
function categoryChoices({ categories: { nodes } }: EventChoices, { site }: Visit): Choice[] {
  const byId = new Map(nodes.map((node) => [node.databaseId, node]));
  const path = (id: number, below = 0): string => {
    const node = byId.get(id);
    if (!node || below > nodes.length) return '';
    const above = node.parent ? path(node.parent.databaseId, below + 1) : '';
    return above === '' ? node.name : `${above} › ${node.name}`;
  };
  return nodes
    .map(({ databaseId }): Choice => [String(databaseId), path(databaseId)])
    .sort(([, one], [, other]) => site.clock.formats.compare(one, other));
}

function when(state: FormState): Html {
  const { words, typed } = state;
  return section(
    words.text('desk.event.when'),
    textField(state, FIELDS.date),
    textField(state, FIELDS.time),
    textField(state, FIELDS.endDate),
    textField(state, FIELDS.endTime),
    checkbox(state, FIELDS.allDay),
    folded(
      words.text('desk.event.zone'),
      typed.has('zone') || isMarked(state, ['zone']),
      textField(state, FIELDS.zone),
    ),
  );
}

/** The repetition; only in words for an event that takes it from the first one of its series. */
function repetition(state: FormState, visit: Visit, stored: StoredEvent | null): Html {
  const { words, site } = visit;
  const series = stored?.series ?? null;
  const title = words.text('desk.event.repetition');
  const text = series && html`<p>${series.text}</p>\n`;
  if (series && stored && !isParent(stored)) {
    const first =
      series.parent &&
      html`<p><a href="${site.url}/desk/events/${series.parent.databaseId}">${words.text('desk.event.repetition.first')}</a></p>\n`;
    return section(title, text, first);
  }
  const { own, ...others } = REPEAT_WORDS;
  const repeats = choicesOf(series ? { ...others, own } : others, visit);
  const { firstDay } = site.clock.formats;
  const week = [...WEEKDAYS.slice(firstDay - 1), ...WEEKDAYS.slice(0, firstDay - 1)];
  // 2001-01-01 was a Monday.
  const weekdays = week.map(
    (day): Choice => [day, site.clock.formats.longWeekday(`2001-01-0${WEEKDAYS.indexOf(day) + 1}`)],
  );
  const asked = state.typed.text('do') === 'dates' && state.errors.size === 0;
  const names = ['repeat', 'every', 'weekdays', 'ends', 'until', 'count', 'exceptions'];
  const content = [
    text,
    selectField(state, FIELDS.repeat, repeats),
    textField(state, FIELDS.every),
    choiceGroup(state, FIELDS.weekdays, weekdays),
    selectField(state, FIELDS.ends, choicesOf(ENDS, visit)),
    textField(state, FIELDS.until),
    textField(state, FIELDS.count),
    textArea(state, FIELDS.exceptions),
    html`<p class="buttons"><button class="quiet" name="do" value="dates" formaction="${formAction(visit)}#dates">${words.text('desk.event.dates')}</button></p>\n`,
    asked && datesOf(state.typed, visit, stored).shown,
  ];
  const isOpen = state.typed.text('repeat') !== 'none' || asked || isMarked(state, names);
  return folded(title, isOpen, content);
}

async function where(
  state: FormState,
  visit: Visit,
  { venues }: EventChoices,
  stored: StoredEvent | null,
): Promise<Html> {
  const { words, typed } = state;
  const listed = placeChoices(venues.nodes);
  const others = typed.list('otherVenues');
  const chosen = [...typed.list('venue'), ...others];
  const choices = [...listed, ...(await missing('venue', chosen, listed, visit, stored?.venues))];
  const parts = [FIELDS.venueName, ...NEW_VENUE];
  const names = parts.map(({ name }) => name);
  return section(
    words.text('desk.event.where'),
    selectField(state, FIELDS.venue, [['', words.text('desk.event.venue.none')], ...choices]),
    others.length > 0 &&
      choiceGroup(
        state,
        FIELDS.otherVenues,
        choices.filter(([id]) => others.includes(id)),
      ),
    folded(
      words.text('desk.new.venue'),
      names.some((name) => typed.has(name)) || isMarked(state, names),
      parts.map((part) => textField(state, part)),
    ),
    checkbox(state, FIELDS.isOnline),
    textField(state, FIELDS.onlineUrl),
  );
}

async function organizers(
  state: FormState,
  visit: Visit,
  { organizers: { nodes, totalCount } }: EventChoices,
  stored: StoredEvent | null,
): Promise<Html> {
  const { words, typed } = state;
  const isLong = totalCount > nodes.length;
  const listed = placeChoices(nodes);
  const chosen = typed.list('organizers');
  const others = await missing('organizer', chosen, listed, visit, stored?.organizers);
  const shown = isLong ? listed.filter(([id]) => chosen.includes(id)) : listed;
  const choices = [...shown, ...others];
  return section(
    words.text('desk.event.who'),
    choices.length > 0 && choiceGroup(state, FIELDS.organizers, choices),
    textField(state, FIELDS.organizerName, isLong ? 'organizer-names' : undefined),
    isLong &&
      html`<datalist id="organizer-names">${listed.map(([, name]) => html`<option value="${name}"></option>`)}</datalist>`,
  );
}

async function terms(
  state: FormState,
  visit: Visit,
  choices: EventChoices,
  stored: StoredEvent | null,
): Promise<HtmlValue> {
  const { words, context } = visit;
  const listed = categoryChoices(choices, visit);
  const chosen = state.typed.list('categories');
  const all = [...listed, ...(await missing('category', chosen, listed, visit, stored?.categories))];
  const hint = mayManageTerms(context.caller) ? 'desk.event.tags.hint' : 'desk.event.tags.known';
  const frequent = choices.tags.nodes.map(({ name }) => name).join(', ');
  return [
    all.length > 0 && choiceGroup(state, FIELDS.categories, all),
    textField(state, { ...FIELDS.tags, hint }),
    frequent !== '' &&
      html`<p class="hint">${words.text('desk.event.tags.frequent', { tags: frequent })}</p>\n`,
  ];
}

/** All controls of the form of an event. */
export async function eventControls(
  state: FormState,
  visit: Visit,
  stored: StoredEvent | null,
): Promise<HtmlValue> {
  const { words, run, context } = visit;
  const most = Math.min(MAX_CHOICES, context.settings.maxPerPage);
  const choices = await run(EVENT_CHOICES, { most, fewest: Math.min(MAX_TAGS, most) });
  const more = [FIELDS.excerpt, FIELDS.isFeatured, FIELDS.isSticky, FIELDS.isHidden, FIELDS.published];
  return [
    textField(state, FIELDS.title),
    when(state),
    repetition(state, visit, stored),
    await where(state, visit, choices, stored),
    await organizers(state, visit, choices, stored),
    section(
      words.text('desk.event.what'),
      textField(state, FIELDS.cost),
      textField(state, FIELDS.website),
      await terms(state, visit, choices, stored),
      pictureFields(state),
      mayAddImages(context.caller) && textField(state, FIELDS.imageUrl),
      textArea(state, { ...FIELDS.description, kind: 'rich' }),
    ),
    folded(
      words.text('desk.event.more'),
      isMarked(
        state,
        more.map(({ name }) => name),
      ),
      textArea(state, FIELDS.excerpt),
      checkbox(state, FIELDS.isFeatured),
      checkbox(state, FIELDS.isSticky),
      checkbox(state, FIELDS.isHidden),
      mayPublish(context.caller) && textField(state, FIELDS.published),
    ),
    statusField(state, visit, stored && statusOf(stored.status)),
    stored?.series && choiceGroup(state, FIELDS.scope, choicesOf(SCOPES, visit), 'radio'),
  ];
}
