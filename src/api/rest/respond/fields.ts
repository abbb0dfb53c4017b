import { LRUCache } from 'lru-cache';
import type { Json } from '../../contract/types.ts';

/** The keys selected by `_fields`, each with the keys of its value; an empty tree selects the whole value. */
export type FieldTree = Map<string, FieldTree>;

/** Clients repeat few different texts; long texts are parsed each time. */
const trees = new LRUCache<string, FieldTree>({ max: 100 });
const MAX_CACHED_LENGTH = 500;

/**
 * Parses `_fields=title,venue.city`, also as `_fields[]=`; null selects everything. Returns the same object for a
 * recent text.
 */
export function fieldTree(raw: unknown): FieldTree | null {
  const texts = Array.isArray(raw) ? raw : [raw];
  const text = texts.filter((one) => typeof one === 'string').join(',');
  if (text === '') return null;
  const tree = trees.get(text) ?? treeOf(text);
  if (text.length <= MAX_CACHED_LENGTH) trees.set(text, tree);
  return tree.size > 0 ? tree : null;
}

function treeOf(text: string): FieldTree {
  const paths = text
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '');
  const tree: FieldTree = new Map();
  const whole = new Set<FieldTree>();
  for (const path of paths) {
    let branch = tree;
    for (const key of path.split('.')) {
      const next = branch.get(key) ?? new Map();
      branch.set(key, next);
      branch = next;
    }
    whole.add(branch);
  }
  // `venue,venue.city` means the whole venue.
  for (const branch of whole) branch.clear();
  return tree;
}

/** The selected part of a value; in a list, of each element. */
export function pick(value: Json, tree: FieldTree): Json {
  if (tree.size === 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((element) => pick(element, tree));
  const picked: Record<string, Json> = {};
  for (const [key, inner] of Object.entries(value)) {
    const branch = tree.get(key);
    if (branch) picked[key] = pick(inner, branch);
  }
  return picked;
}
