import { hash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { type GraphQLSchema, parse, print, validate } from 'graphql';
import { ServiceError } from '../../lib/errors.ts';
import { isObject, property } from '../../lib/object.ts';
import { sendGraphQLError } from './http.ts';

/** A document as a file has it. */
export interface DocumentFile {
  readonly text: string;
  /** By which clients name it, besides the SHA-256 of its text. */
  readonly id?: string;
  /** Where it stands, for the operator. */
  readonly place: string;
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/**
 * The documents that are run where no others are (TRUSTED_DOCUMENTS, rules#trusted-documents), by their ids, by their
 * texts, and as graphql-js prints them, which is what clients send.
 */
export class TrustedDocuments {
  readonly #texts = new Map<string, string>();

  /** @throws Error with a sentence for the operator about the first document that is not valid */
  constructor(schema: GraphQLSchema, files: readonly DocumentFile[]) {
    for (const { text, id, place } of files) {
      const printed = this.#printed(schema, text, place);
      this.#add(sha256(text), text, place);
      this.#add(sha256(printed), printed, place);
      if (id !== undefined) this.#add(id, text, place);
    }
  }

  #printed(schema: GraphQLSchema, text: string, place: string): string {
    try {
      const document = parse(text);
      const [error] = validate(schema, document);
      if (error) throw error;
      return print(document);
    } catch (error) {
      throw new Error(
        `TRUSTED_DOCUMENTS: ${place}: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  #add(id: string, text: string, place: string): void {
    const other = this.#texts.get(id);
    if (other !== undefined && other !== text)
      throw new Error(`TRUSTED_DOCUMENTS: ${place}: the id ${id} belongs to another document, too.`);
    this.#texts.set(id, text);
  }

  /**
   * The text that a request names, by text, `documentId` or the hash of a persisted query; null when it names none.
   * @param read the parameters of the request
   * @throws ServiceError untrusted_document
   */
  textOf(read: (name: string) => unknown): string | null {
    const query = read('query');
    const persisted = property(property(read('extensions'), 'persistedQuery'), 'sha256Hash');
    const names = [read('documentId'), persisted].find((name) => typeof name === 'string');
    const id = typeof query === 'string' && query !== '' ? sha256(query) : names;
    if (typeof id !== 'string') return null;
    const text = this.#texts.get(id.replace(/^sha256:/, ''));
    if (text === undefined) throw new ServiceError('untrusted_document');
    return text;
  }
}

const searches = new WeakMap<Request, string>();

/** The query string of a request, with the text of its trusted document. */
export function searchOf(req: Request): string {
  const at = req.originalUrl.indexOf('?');
  return searches.get(req) ?? (at < 0 ? '' : req.originalUrl.slice(at));
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    // Apollo answers with an error.
    return undefined;
  }
}

/** Puts the text of the trusted document in place of what names it, and refuses all others. */
export const onlyTrusted =
  (documents: TrustedDocuments): RequestHandler =>
  (req, res, next) => {
    try {
      if (req.method === 'GET') {
        // Read as Apollo reads it; Express leaves out what comes after the thousandth parameter.
        const parameters = new URLSearchParams(searchOf(req));
        const text = documents.textOf((name) => {
          const value = parameters.get(name);
          return name === 'extensions' ? parsed(value) : (value ?? undefined);
        });
        if (text !== null) {
          parameters.delete('extensions');
          parameters.set('query', text);
          searches.set(req, `?${parameters}`);
        }
      } else if (isObject(req.body)) {
        const { extensions: _hashes, ...body } = req.body;
        const text = documents.textOf((name) => property(req.body, name));
        if (text !== null) req.body = { ...body, query: text };
      }
      next();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      sendGraphQLError(res, error);
    }
  };
