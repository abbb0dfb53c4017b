import { html } from '../pages/public/html.ts';
import type { Visit } from './desk.ts';
import { eventControls, shownValue } from './event-controls.ts';
import { datesOf } from './event-dates.ts';
import { READ_EVENT, type StoredEvent } from './event-documents.ts';
import { FIELDS } from './event-fields.ts';
import { eventInput, typedEvent } from './event-input.ts';
import { eventPreview } from './event-preview.ts';
import { changedInput, type RecordForm } from './record-form.ts';
import { typedRepetition } from './repetition.ts';
import { firstStatus } from './status-field.ts';
import { Typed } from './typed.ts';

/** The values of a new event: a copy of the event in `?copy=` as a single draft, or none. */
async function initial(visit: Visit): Promise<Typed> {
  const id = visit.query.text('copy');
  const none = typedRepetition(null);
  if (!/^\d{1,9}$/.test(id)) return Typed.of({ ...none, status: firstStatus(visit) });
  const { record } = await visit.run(READ_EVENT, { by: { databaseId: Number(id) } });
  return typedEvent(record, visit).with({ ...none, scope: [], status: 'draft', published: '' });
}

const scopeOf = (typed: Typed): { readonly scope?: string } =>
  typed.has('scope') ? { scope: typed.text('scope') } : {};

/** The form of events. */
export const EVENT_FORM: RecordForm<StoredEvent> = {
  kind: 'event',
  title: 'desk.event.edit',
  read: READ_EVENT,
  fields: Object.values(FIELDS),
  initial,
  typedOf: typedEvent,
  inputOf: eventInput,
  variablesOf: scopeOf,
  controls: eventControls,
  buttons: ({ words }) =>
    html` <button class="quiet" name="do" value="preview">${words.text('desk.preview')}</button>`,
  shownValue: (name, stored, visit) => shownValue(name, stored, visit, typedEvent(stored, visit)),
  async press(button, typed, visit, stored) {
    if (button === 'dates') return { typed, errors: datesOf(typed, visit, stored).errors };
    if (button !== 'preview') return null;
    const { input, errors } = eventInput(typed, visit, stored);
    if (errors.size > 0) return { typed, errors };
    const variables =
      stored === null
        ? { input }
        : { input: changedInput(EVENT_FORM, visit, stored, input), ...scopeOf(typed) };
    return eventPreview(visit, typed, stored, variables);
  },
};
