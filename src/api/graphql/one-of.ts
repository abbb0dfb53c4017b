import {
  coerceInputValue,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { truncate } from '../../lib/errors.ts';
import { isGlobalId } from '../../lib/global-id.ts';

/** Maximum characters of the sent value, and of the sentence before the remedy. */
const MAX_SHOWN = 60;
const MAX_MESSAGE = 180;

function isAccepted(value: unknown, type: GraphQLInputType): boolean {
  // In GraphQL every text is an ID.
  if (type === GraphQLID) return isGlobalId(value);
  let isWrong = false;
  coerceInputValue(value, type, () => {
    isWrong = true;
  });
  return !isWrong;
}

function remedyOf(type: GraphQLInputObjectType, value: unknown): string {
  const fields = Object.values(type.getFields());
  const accepting = fields.filter((field) => isAccepted(value, field.type));
  // Fields that accept any text come before fields for some texts, such as dates.
  const field =
    ['id', 'name'].flatMap((one) => accepting.filter(({ name }) => name === one))[0] ?? accepting.at(-1);
  return field === undefined
    ? `Use an object with one of ${fields.map(({ name }) => name).join(', ')}.`
    : `Use an object such as {${field.name}: ${JSON.stringify(typeof value === 'string' ? truncate(value, MAX_SHOWN) : value)}}.`;
}

/** Adds a remedy to the error of a scalar sent for a `@oneOf` input. */
export function withOneOfRemedy(message: string, type: GraphQLInputType | undefined, value: unknown): string {
  const expected = type && getNamedType(type);
  if (!isInputObjectType(expected) || !expected.isOneOf || typeof value === 'object') return message;
  return `${truncate(message, MAX_MESSAGE)} ${remedyOf(expected, value)}`;
}
