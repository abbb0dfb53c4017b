import type { Json } from '../../../contract/types.ts';

export type Node = { [key: string]: Json };

type Section = 'schemas' | 'responses' | 'parameters' | 'examples' | 'headers' | 'securitySchemes';

/** The shared parts of the document, created on first use, so that none is unused. */
export class Components {
  readonly #sections: { [section: string]: Node } = {};

  /** Returns a reference to a shared part; creates the part on first use. */
  use(section: Section, name: string, make: () => Node): Node {
    this.#sections[section] ??= {};
    const parts = this.#sections[section];
    if (!Object.hasOwn(parts, name)) {
      // Reserves the name first, because a part may refer to itself.
      parts[name] = {};
      parts[name] = make();
    }
    return { $ref: `#/components/${section}/${name}` };
  }

  document(): Node {
    return this.#sections;
  }
}

/** Adds a description to a schema; wraps a reference, which cannot have a description. */
export const described = (schema: Node, description: string): Node => {
  if (!description) return schema;
  return '$ref' in schema ? { description, allOf: [schema] } : { ...schema, description };
};

export function nullable(schema: Node): Node {
  const { type, anyOf } = schema;
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  if (typeof type === 'string' && !('enum' in schema)) return { ...schema, type: [type, 'null'] };
  if (Array.isArray(type)) return { ...schema, type: [...type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}
