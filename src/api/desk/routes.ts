import type { PageDocument } from '../pages/public/page-documents.ts';
import { ACCOUNT, ACCOUNT_ROUTES } from './account.ts';
import { ACTION_ROUTES, DELETIONS } from './actions.ts';
import type { DeskRoute } from './desk.ts';
import { DIRECTORY_DOCUMENTS, directoryRoutes } from './directory-forms.ts';
import { EVENT_DOCUMENTS } from './event-documents.ts';
import { EVENT_FORM } from './event-form.ts';
import { importRoutes } from './import.ts';
import type { FileImporter } from './importer.ts';
import { LIST_ROUTES } from './list.ts';
import { CREATE_PASSWORD, REVOKE_PASSWORD } from './passwords.ts';
import { PEOPLE_DOCUMENTS, PEOPLE_ROUTES } from './people.ts';
import { type FormDeps, formRoutes } from './record-form.ts';
import { CREATIONS, LISTS, RECORDS, UPDATES } from './records.ts';
import { TERM_DOCUMENTS, termRoutes } from './term-forms.ts';

export interface RoutesDeps extends FormDeps {
  readonly importer: FileImporter;
}

/** The documents of all pages, for the test that checks them against the schema. */
export const DOCUMENTS: readonly PageDocument<unknown>[] = [
  ...[LISTS, RECORDS, CREATIONS, UPDATES, DELETIONS].flatMap((documents) => Object.values(documents)),
  ...DIRECTORY_DOCUMENTS,
  ...TERM_DOCUMENTS,
  ...EVENT_DOCUMENTS,
  ...PEOPLE_DOCUMENTS,
  ACCOUNT,
  CREATE_PASSWORD,
  REVOKE_PASSWORD,
];

/** The routes of all parts of the desk. */
export const deskRoutes = (deps: RoutesDeps): readonly DeskRoute[] => [
  ...LIST_ROUTES,
  ...ACTION_ROUTES,
  ...formRoutes(EVENT_FORM, deps),
  ...directoryRoutes(deps),
  ...termRoutes(deps),
  ...importRoutes(deps.importer),
  ...PEOPLE_ROUTES,
  ...ACCOUNT_ROUTES,
];
