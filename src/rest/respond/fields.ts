import type { Json } from '../../contract/types.ts';

/** What `_fields` asks for: key -> what of its value; an empty tree means all of it. */
export type FieldTree = Map<string, FieldTree>;

/** Reads `_fields=title,venue.city`, also as `_fields[]=`; null when everything is asked for. */
export function fieldTree(raw: unknown): FieldTree | null {
  const texts = Array.isArray(raw) ? raw : [raw];
  const paths = texts
    .flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
    .map((path) => path.trim());
  const tree: FieldTree = new Map();
  const whole = new Set<FieldTree>();
  for (const path of paths.filter((one) => one !== '')) {
    let branch = tree;
    for (const key of path.split('.')) {
      const next = branch.get(key) ?? new Map();
      branch.set(key, next);
      branch = next;
    }
    whole.add(branch);
  }
  // `venue,venue.city` asks for the whole venue.
  for (const branch of whole) branch.clear();
  return tree.size > 0 ? tree : null;
}

/** The part of a value that a tree asks for; lists are looked through. */
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
