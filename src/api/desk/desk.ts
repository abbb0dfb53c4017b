import type { Request } from 'express';
import type { Context } from '../../domain/context/context.ts';
import { ERRORS } from '../../lib/errors.ts';
import type { Words } from '../../lib/words.ts';
import type { FormFile } from '../http/read-multipart.ts';
import type { Html } from '../pages/public/html.ts';
import type { Site } from '../pages/public/layout.ts';
import type { RunDocument } from '../pages/public/run-document.ts';
import type { Done } from './notices.ts';
import type { Typed } from './typed.ts';

/** The parts of the desk in its navigation. */
export type Section =
  | 'events'
  | 'venues'
  | 'organizers'
  | 'categories'
  | 'tags'
  | 'import'
  | 'people'
  | 'account';

/** One request of a signed-in user. */
export interface Visit {
  readonly req: Request;
  readonly site: Site;
  readonly words: Words;
  readonly context: Context;
  /** The application password of the session; null after a sign-in by OIDC. */
  readonly passwordId: number | null;
  /** Runs a document as the user. */
  readonly run: RunDocument;
  /** Runs documents in another context, such as one of a transaction. */
  readonly runIn: (context: Context) => RunDocument;
  readonly query: Typed;
  /** The posted form; empty for GET. */
  readonly typed: Typed;
  readonly file: FormFile | null;
  /** Whether the form was posted again after its session had ended: it must be shown, and not be stored. */
  readonly isResumed: boolean;
}

/** The statuses of pages with errors, those of the APIs. */
export const FAILED = {
  invalid: ERRORS.rest_invalid_param[0],
  conflict: ERRORS.conflict[0],
  signIn: ERRORS.rest_login_needed[0],
} as const;

/** A page of the desk. */
export interface DeskPage {
  readonly title: string;
  readonly section: Section | null;
  readonly main: Html;
  /** 200 by default. */
  readonly status?: number;
}

/** A page, or the path to continue at after a change. */
export type Answer =
  | DeskPage
  | { readonly to: string; readonly done?: Done }
  | { readonly html: string; readonly csp: string };

export type Handler = (visit: Visit, params: Readonly<Record<string, string>>) => Promise<Answer> | Answer;

export interface DeskRoute {
  readonly method: 'get' | 'post';
  /** Below `/desk`, with parameters such as `:id`. */
  readonly path: string;
  readonly handle: Handler;
}
