/** The parts of an OpenAPI document that the generator uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  default?: unknown;
  $ref?: string;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
  $ref?: string;
}

interface Operation {
  /** For paths outside the namespace. */
  servers?: unknown;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** One operation of the document, below the namespace. */
export interface Listed {
  path: string;
  method: string;
  operation: Operation;
}

export const operationsOf = ({ paths }: Document): Listed[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, { servers }]) => METHODS.includes(method) && servers === undefined)
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/** The target of a reference, or the value itself if it is no reference. */
export function resolved<T extends { $ref?: string }>(document: Document, thing: T): T {
  if (thing.$ref === undefined) return thing;
  const [kind = '', name = ''] = thing.$ref.replace('#/components/', '').split('/');
  const component = document.components[kind]?.[name];
  if (component === undefined) throw new Error(`${thing.$ref} leads nowhere`);
  return resolved(document, component as T);
}
