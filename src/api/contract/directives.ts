import { type ASTNode, type DirectiveNode, valueFromASTUntyped } from 'graphql';
import type { Json } from './types.ts';

/** Arguments of one applied directive; enum values are their names. */
type Applied = Record<string, unknown>;

const appliedArguments = (directive: DirectiveNode): Applied =>
  Object.fromEntries(
    (directive.arguments ?? []).map((argument) => [argument.name.value, valueFromASTUntyped(argument.value)]),
  );

/** All applications of a directive to a definition, in order. */
export function applied(node: ASTNode | null | undefined, name: string): Applied[] {
  const directives: readonly DirectiveNode[] = (node && 'directives' in node && node.directives) || [];
  return directives.filter((directive) => directive.name.value === name).map(appliedArguments);
}

/** Whether a type or member exists in the REST API only. */
export const isRestOnly = (node: ASTNode | null | undefined): boolean => applied(node, 'restOnly').length > 0;

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);
export const asNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
export const isTrue = (value: unknown): boolean => value === true;

export function allowedWord<T extends string, F>(value: unknown, allowed: readonly T[], fallback: F): T | F {
  return allowed.find((word) => word === value) ?? fallback;
}

/** Narrows the type of an SDL literal. */
export function asJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
  throw new TypeError('not a JSON value');
}
