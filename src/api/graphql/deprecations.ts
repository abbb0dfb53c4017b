import type { ApolloServerPlugin } from '@apollo/server';
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { SiteUrls } from '../../domain/context/context.ts';
import { isObject } from '../../lib/object.ts';
import { applied, asText } from '../contract/directives.ts';
import type { ApolloContext } from './gateway.ts';
import type { Variables } from './variables.ts';

/** Since when something is deprecated, and until when it is kept, in milliseconds since 1970. */
interface Period {
  readonly since: number;
  readonly until: number | null;
}

/** A field, argument, enum value or input field of the contract. */
interface Member {
  readonly deprecationReason?: string | null | undefined;
  readonly astNode?: ASTNode | null | undefined;
}

/** What of a document is deprecated, whatever its variables, and which variables may hold what is. */
interface Usage {
  readonly periods: ReadonlySet<Period>;
  readonly variables: readonly (readonly [name: string, type: GraphQLInputType])[];
}

/** @throws Error at start for a text that is no date */
function dayOf(text: unknown): number | null {
  if (text === undefined) return null;
  const day = Date.parse(`${asText(text)}T00:00:00Z`);
  if (Number.isNaN(day)) throw new Error(`@deprecation has ${String(text)} where a date is needed`);
  return day;
}

function periodOf(node: ASTNode | null | undefined): Period | null {
  const [directive] = applied(node, 'deprecation');
  const since = dayOf(directive?.date);
  return since === null ? null : { since, until: dayOf(directive?.sunset) };
}

/** The period that begins first, and ends with the one that ends first. */
const together = (one: Period, other: Period): Period => ({
  since: Math.min(one.since, other.since),
  until:
    one.until === null || other.until === null
      ? (one.until ?? other.until)
      : Math.min(one.until, other.until),
});

/**
 * What of the contract is deprecated: what has `@deprecated`, from the date of its `@deprecation` on, else from that
 * of the schema. Each document is looked through once.
 */
export class Deprecations {
  readonly #contract: GraphQLSchema;
  readonly #default: Period | null;
  readonly #periods = new Map<Member, Period>();
  readonly #usages = new WeakMap<DocumentNode, Usage>();
  /** Whether values of a type may have deprecated parts. */
  readonly #mayUse = new Map<GraphQLNamedInputType, boolean>();

  /** @param contract the schema with the directives of the contract */
  constructor(contract: GraphQLSchema) {
    this.#contract = contract;
    this.#default = periodOf(contract.astNode);
  }

  /** When what an operation uses was deprecated, and when it goes; null when nothing of it is deprecated. */
  of(document: DocumentNode, variables: Readonly<Variables> = {}): Period | null {
    const usage = this.#usageOf(document);
    if (usage.periods.size === 0 && usage.variables.length === 0) return null;
    const periods = new Set(usage.periods);
    for (const [name, type] of usage.variables) this.#collectValue(variables[name], type, periods);
    return [...periods].reduce<Period | null>((all, one) => (all ? together(all, one) : one), null);
  }

  /** The headers of the answer to an operation; none when nothing of it is deprecated. */
  headersOf(
    document: DocumentNode,
    variables: Readonly<Variables> | undefined,
    urls: SiteUrls,
  ): Record<string, string> {
    const period = this.of(document, variables);
    return period ? headersFor(period, urls) : {};
  }

  #usageOf(document: DocumentNode): Usage {
    const cached = this.#usages.get(document);
    if (cached) return cached;
    const periods = new Set<Period>();
    const info = new TypeInfo(this.#contract);
    const variables = new Map<string, GraphQLInputType>();
    visit(
      document,
      visitWithTypeInfo(info, {
        VariableDefinition: (node) => {
          const type = typeFromAST(this.#contract, node.type);
          if (isInputType(type) && this.#hasDeprecated(getNamedType(type)))
            variables.set(node.variable.name.value, type);
        },
        Field: () => this.#collect(info.getFieldDef(), periods),
        Argument: () => this.#collect(info.getArgument(), periods),
        EnumValue: () => this.#collect(info.getEnumValue(), periods),
        ObjectField: ({ name }) => {
          const parent = getNamedType(info.getParentInputType());
          if (isInputObjectType(parent)) this.#collect(parent.getFields()[name.value], periods);
        },
      }),
    );
    const usage = { periods, variables: [...variables] };
    this.#usages.set(document, usage);
    return usage;
  }

  #collect(member: Member | null | undefined, into: Set<Period>): void {
    const period = member && this.#periodOf(member);
    if (period) into.add(period);
  }

  #periodOf(member: Member): Period | null {
    if (member.deprecationReason === undefined || member.deprecationReason === null) return null;
    const period = this.#periods.get(member) ?? periodOf(member.astNode) ?? this.#default;
    if (period) this.#periods.set(member, period);
    return period;
  }

  #collectValue(value: unknown, type: GraphQLInputType, into: Set<Period>): void {
    const named = getNamedType(type);
    if (Array.isArray(value)) for (const one of value) this.#collectValue(one, named, into);
    else if (isEnumType(named)) {
      if (typeof value === 'string') this.#collect(named.getValue(value), into);
    } else if (isInputObjectType(named) && isObject(value)) {
      const fields = named.getFields();
      for (const [name, inner] of Object.entries(value)) {
        const field = fields[name];
        this.#collect(field, into);
        if (field) this.#collectValue(inner, field.type, into);
      }
    }
  }

  #hasDeprecated(type: GraphQLNamedInputType): boolean {
    const before = this.#mayUse.get(type);
    if (before !== undefined) return before;
    // Types may contain themselves.
    this.#mayUse.set(type, false);
    const isDeprecated = (member: Member): boolean => this.#periodOf(member) !== null;
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : [];
    const found = isEnumType(type)
      ? type.getValues().some(isDeprecated)
      : fields.some((field) => isDeprecated(field) || this.#hasDeprecated(getNamedType(field.type)));
    this.#mayUse.set(type, found);
    return found;
  }
}

/**
 * Headers that say that a valid operation uses what is deprecated (`Deprecation`, RFC 9745), when that goes (`Sunset`,
 * RFC 8594), and where it is written what to use in its place: in the schema.
 */
const headersFor = ({ since, until }: Period, { site }: SiteUrls): Record<string, string> => ({
  deprecation: `@${since / 1_000}`,
  ...(until !== null && { sunset: new Date(until).toUTCString() }),
  link: `<${site}/schema.graphql>; rel="deprecation"; type="text/plain"`,
});

/** Adds {@link headersFor} to the answers of operations. */
export const deprecationHeaders = (deprecations: Deprecations): ApolloServerPlugin<ApolloContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, request, response: { http }, contextValue }) => {
      const headers = deprecations.headersOf(document, request.variables, contextValue.request.urls);
      for (const [name, value] of Object.entries(headers)) http.headers.set(name, value);
      return null;
    },
  }),
});
