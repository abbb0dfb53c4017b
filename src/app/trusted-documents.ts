import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { type DocumentFile, TrustedDocuments } from '../api/graphql/trusted-documents.ts';
import { isObject, property } from '../lib/object.ts';

/**
 * The documents of a manifest: `{"<hash>": "<document>"}` (relay-compiler, client preset of graphql-codegen) or
 * `{"operations": [{"id": "<hash>", "body": "<document>"}]}` (Apollo).
 */
function fromManifest(text: string, place: string): DocumentFile[] {
  const fail = (why: string): Error => new Error(`TRUSTED_DOCUMENTS: ${place} ${why}`);
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw fail('is not JSON.');
  }
  const operations = property(manifest, 'operations');
  const entries: [unknown, unknown][] = Array.isArray(operations)
    ? operations.map((operation) => [property(operation, 'id'), property(operation, 'body')])
    : isObject(manifest)
      ? Object.entries(manifest)
      : [];
  if (entries.length === 0) throw fail('has no documents.');
  return entries.map(([id, body]) => {
    if (typeof id !== 'string' || typeof body !== 'string')
      throw fail('is not a manifest of documents; it must be like {"<hash>": "<document>"}.');
    return { id, text: body, place: `${place}, ${id}` };
  });
}

/**
 * Reads the documents of a folder, including subfolders: `*.graphql`, one document each, and manifests, `*.json`.
 * @throws Error with a message for the operator
 */
export function readTrustedDocuments(folder: string, schema: GraphQLSchema): TrustedDocuments {
  let files: string[];
  try {
    files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(graphql|json)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  } catch (cause) {
    throw new Error(`TRUSTED_DOCUMENTS: the folder ${folder} cannot be read.`, { cause });
  }
  const documents = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const place = relative(folder, file);
    return file.endsWith('.json') ? fromManifest(text, place) : [{ text, place }];
  });
  if (documents.length === 0)
    throw new Error(`TRUSTED_DOCUMENTS: ${folder} has no *.graphql files and no manifests (*.json).`);
  return new TrustedDocuments(schema, documents);
}
