import type { Organizer, Venue } from '../../domain/generated/schema.ts';
import type { LinkedKind } from '../../lib/kinds.ts';
import { capitalize } from '../contract/endpoints.ts';
import { type HtmlValue, html } from '../pages/public/html.ts';
import { document } from '../pages/public/page-documents.ts';
import type { DeskRoute, Visit } from './desk.ts';
import { type Field, type FormState, remedyOf, textArea, textField } from './fields.ts';
import { imageInput, PICTURE_FIELDS, pictureFields, typedImage } from './picture-fields.ts';
import { type FormDeps, formRoutes, type RecordForm } from './record-form.ts';
import { type StatusName, statusOf } from './records.ts';
import { firstStatus, STATUS, statusField } from './status-field.ts';
import { Typed } from './typed.ts';

/** A field with one line of text, stored as typed or as a number. */
interface Line extends Field {
  readonly isNumber?: true;
  /** Whether it is among the details that few records need. */
  readonly isDetail?: true;
}

const PHONE: Line = { name: 'phone', label: 'event.phone', type: 'tel' };
const WEBSITE: Line = { name: 'website', label: 'event.website', type: 'url' };
const LINES: Readonly<Record<LinkedKind, readonly Line[]>> = {
  venue: [
    { name: 'address', label: 'event.address' },
    { name: 'zip', label: 'desk.venue.zip' },
    { name: 'city', label: 'filter.city' },
    { name: 'country', label: 'desk.venue.country' },
    PHONE,
    WEBSITE,
    { name: 'province', label: 'desk.venue.province', isDetail: true },
    { name: 'state', label: 'desk.venue.state', isDetail: true },
    {
      name: 'latitude',
      label: 'desk.venue.latitude',
      remedy: 'desk.venue.latitudeRemedy',
      isNumber: true,
      isDetail: true,
    },
    {
      name: 'longitude',
      label: 'desk.venue.longitude',
      remedy: 'desk.venue.longitudeRemedy',
      isNumber: true,
      isDetail: true,
    },
  ],
  organizer: [PHONE, WEBSITE, { name: 'email', label: 'event.email', type: 'email' }],
};
const NAME: Field = {
  name: 'name',
  label: 'desk.name',
  remedy: 'desk.error.required',
  isRequired: true,
  maxLength: 1000,
};
const TEXT: Field = { name: 'description', label: 'desk.text', remedy: 'desk.error.tooLong' };
const TITLES = { venue: 'desk.edit.venue', organizer: 'desk.edit.organizer' } as const;

type Stored = Pick<Venue & Organizer, 'databaseId' | 'name' | 'url' | 'description' | 'authorId'> & {
  readonly status: StatusName;
  readonly image: Parameters<typeof typedImage>[0];
} & Readonly<Record<string, unknown>>;

const readDocument = (kind: LinkedKind): RecordForm<Stored>['read'] =>
  document(`query ($by: ${capitalize(kind)}By!) { record: ${kind}(by: $by) {
    databaseId url name description authorId status ${LINES[kind].map(({ name }) => name).join(' ')}
    image { databaseId url alt }
  } }`);

const numberIn = (text: string): number =>
  /^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;

/** The form of venues or of organizers. */
function directoryForm(kind: LinkedKind): RecordForm<Stored> {
  const lines = LINES[kind].map((line): Line => ({ maxLength: 2000, ...line }));
  const details = lines.filter(({ isDetail }) => isDetail);
  const controls = (state: FormState, visit: Visit, stored: Stored | null): HtmlValue => {
    const isOpen = details.some(({ name }) => state.typed.has(name) || state.errors.has(name));
    return [
      textField(state, NAME),
      lines.map((line) => !line.isDetail && textField(state, line)),
      details.length > 0 &&
        html`<details${isOpen && html` open`}><summary>${visit.words.text('desk.details')}</summary>${details.map((line) => textField(state, line))}</details>`,
      textArea(state, { ...TEXT, kind: 'rich' }),
      pictureFields(state),
      statusField(state, visit, stored && statusOf(stored.status)),
    ];
  };
  return {
    kind,
    title: TITLES[kind],
    read: readDocument(kind),
    fields: [NAME, ...lines, TEXT, ...Object.values(PICTURE_FIELDS), STATUS],
    initial: (visit) => Typed.of({ status: firstStatus(visit) }),
    typedOf: (stored) =>
      Typed.of({
        name: stored.name,
        ...Object.fromEntries(lines.map(({ name }) => [name, String(stored[name] ?? '')])),
        description: stored.description ?? '',
        ...typedImage(stored.image),
        status: statusOf(stored.status),
      }),
    inputOf(typed, { words }) {
      const wrong = lines.filter(
        ({ name, isNumber }) => isNumber && typed.has(name) && Number.isNaN(numberIn(typed.text(name))),
      );
      const values = lines.map(({ name, isNumber }) => {
        const text = typed.text(name);
        return [name, text === '' ? null : isNumber ? numberIn(text) : text];
      });
      return {
        input: {
          name: typed.text('name'),
          ...Object.fromEntries(values),
          description: typed.text('description'),
          image: imageInput(typed),
          ...(typed.has('status') && { status: typed.text('status') }),
        },
        errors: new Map(wrong.map((line) => [line.name, words.text(remedyOf(line))])),
      };
    },
    controls,
  };
}

const FORMS = [directoryForm('venue'), directoryForm('organizer')];
export const DIRECTORY_DOCUMENTS = FORMS.map(({ read }) => read);
export const directoryRoutes = (deps: FormDeps): DeskRoute[] =>
  FORMS.flatMap((form) => formRoutes(form, deps));
