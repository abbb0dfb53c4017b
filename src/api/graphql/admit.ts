import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { type DocumentNode, parse } from 'graphql';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../lib/errors.ts';
import { checkExtent, MAX_TOKENS } from './document-size.ts';
import { sendGraphQLError } from './http.ts';

/**
 * The text of the document, from where Apollo takes it; undefined for persisted queries, whose text was sent
 * once.
 */
function documentText(req: Request): string | undefined {
  if (req.method === 'GET') {
    const [address = ''] = req.url.split('#');
    const given = new URLSearchParams(address.slice(address.indexOf('?') + 1)).getAll('query');
    return given.length === 1 ? given[0] : undefined;
  }
  const body: unknown = req.body;
  const query: unknown =
    typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  return typeof query === 'string' ? query : undefined;
}

function parseDocument(text: string): DocumentNode | null {
  try {
    return parse(text, { maxTokens: MAX_TOKENS, noLocation: true });
  } catch {
    // Apollo answers with an error.
    return null;
  }
}

/**
 * Refuses, before validation, documents whose fragments expand to too much. Documents without fragments
 * cannot have more parts than tokens, so they are not measured, and neither are known ones.
 */
export function admission(): RequestHandler {
  const admitted = new LRUCache<string, true>({ max: 1_000 });
  return (req, res, next) => {
    const text = documentText(req);
    if (!text?.includes('...')) return next();
    const hash = createHash('sha256').update(text).digest('base64');
    if (admitted.get(hash)) return next();
    const document = parseDocument(text);
    try {
      if (document) checkExtent(document);
    } catch (error) {
      if (error instanceof ServiceError) return sendGraphQLError(res, error);
      throw error;
    }
    if (document) admitted.set(hash, true);
    next();
  };
}
