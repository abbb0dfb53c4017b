import type { Tag } from '../../domain/generated/schema.ts';
import { capitalize } from '../contract/endpoints.ts';
import { document, type PageDocument } from '../pages/public/page-documents.ts';
import type { DeskRoute, Visit } from './desk.ts';
import { type Choice, type Field, selectField, textArea, textField } from './fields.ts';
import { type FormDeps, formRoutes, type RecordForm } from './record-form.ts';
import { Typed } from './typed.ts';

type Kind = 'category' | 'tag';
type Named = Pick<Tag, 'databaseId' | 'name'>;
type Stored = Pick<Tag, 'databaseId' | 'name' | 'url' | 'slug' | 'description'> & {
  /** Of categories. */
  readonly parent?: Named | null;
};

const CATEGORIES: PageDocument<{ readonly categories: { readonly nodes: readonly Named[] } }> = document(
  '{ categories(perPage: 100, filter: { hideEmpty: false }) { nodes { databaseId name } } }',
);

const readDocument = (kind: Kind): RecordForm<Stored>['read'] => {
  const parent = kind === 'category' ? 'parent { databaseId name }' : '';
  return document(`query ($by: ${capitalize(kind)}By!) {
    record: ${kind}(by: $by) { databaseId url name slug description ${parent} }
  }`);
};

/** The categories that may be the parent of a category; the operation refuses those below it. */
async function parentChoices({ run, words }: Visit, stored: Stored | null): Promise<Choice[]> {
  const { nodes } = (await run(CATEGORIES, {})).categories;
  const present = stored?.parent ? [stored.parent] : [];
  const others = nodes.filter(
    ({ databaseId: id }) => id !== stored?.databaseId && id !== present[0]?.databaseId,
  );
  return [
    ['', words.text('desk.parent.none')],
    ...[...present, ...others].map(({ databaseId, name }): Choice => [String(databaseId), name]),
  ];
}

const NAME: Field = {
  name: 'name',
  label: 'desk.name',
  remedy: 'desk.error.required',
  isRequired: true,
  maxLength: 200,
};
const PARENT: Field = { name: 'parent', label: 'desk.parent', remedy: 'desk.parent.remedy' };
const TEXT: Field = { name: 'description', label: 'desk.text', remedy: 'desk.error.tooLong' };
const SLUG: Field = {
  name: 'slug',
  label: 'desk.slug',
  hint: 'desk.slug.hint',
  remedy: 'desk.slug.remedy',
  maxLength: 200,
};
const TITLES = { category: 'desk.edit.category', tag: 'desk.edit.tag' } as const;

/** The form of categories or of tags. */
function termForm(kind: Kind): RecordForm<Stored> {
  const isCategory = kind === 'category';
  return {
    kind,
    title: TITLES[kind],
    read: readDocument(kind),
    fields: [NAME, ...(isCategory ? [PARENT] : []), TEXT, SLUG],
    conflicts: { term_exists: 'name', duplicate_term_slug: 'slug' },
    initial: () => new Typed(),
    typedOf: ({ name, slug, description, parent }) =>
      Typed.of({ name, slug, description: description ?? '', parent: String(parent?.databaseId ?? '') }),
    inputOf: (typed) => ({
      input: {
        name: typed.text('name'),
        description: typed.text('description'),
        // An empty one is generated from the name, or stays.
        ...(typed.has('slug') && { slug: typed.text('slug') }),
        ...(isCategory && {
          parent: typed.has('parent') ? { databaseId: Number(typed.text('parent')) } : null,
        }),
      },
      errors: new Map(),
    }),
    controls: async (state, visit, stored) => [
      textField(state, NAME),
      isCategory && selectField(state, PARENT, await parentChoices(visit, stored)),
      textArea(state, { ...TEXT, kind: 'rich' }),
      textField(state, SLUG),
    ],
  };
}

const FORMS = [termForm('category'), termForm('tag')];
export const TERM_DOCUMENTS: readonly PageDocument<unknown>[] = [
  CATEGORIES,
  ...FORMS.map(({ read }) => read),
];
export const termRoutes = (deps: FormDeps): DeskRoute[] => FORMS.flatMap((form) => formRoutes(form, deps));
