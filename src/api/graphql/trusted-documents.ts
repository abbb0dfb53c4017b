import { hash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { type GraphQLSchema, parse, print, validate } from 'graphql';
import { ServiceError } from '../../lib/errors.ts';
import { isObject, property } from '../../lib/object.ts';
import { sendGraphQLError } from './http.ts';

export interface DocumentFile {
  readonly text: string;
  /** The identifier that clients send, besides the SHA-256 of the text. */
  readonly id?: string;
  /** The location of the document, for the operator. */
  readonly place: string;
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/**
 * The only documents to run (TRUSTED_DOCUMENTS, rules#trusted-documents), by id, by text, and by the text that
 * graphql-js prints, which clients send.
 */
export class TrustedDocuments {
  readonly #texts = new Map<string, string>();

  /** @throws Error with a message for the operator about the first invalid document */
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
      throw new Error(`TRUSTED_DOCUMENTS: ${place}: the id ${id} already belongs to another document.`);
    this.#texts.set(id, text);
  }

  /**
   * The document that a request names by text, `documentId` or the hash of a persisted query; null if it names
   * none.
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
    // Apollo reports the error.
    return undefined;
  }
}

/** Replaces the identifier of a trusted document by its text, and refuses all other documents. */
export const requireTrusted =
  (documents: TrustedDocuments): RequestHandler =>
  (req, res, next) => {
    try {
      if (req.method === 'GET') {
        // Reads the query like Apollo; Express drops parameters after the thousandth.
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
