import {
  coerceInputValue,
  GraphQLID,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  isInputObjectType,
} from 'graphql';
import { shortened } from '../../lib/errors.ts';
import { isNodeId } from '../../lib/node-id.ts';

/** Most characters of the sent value, and of the sentence before the remedy. */
const MAX_SHOWN = 60;
const MAX_MESSAGE = 180;

function isTaken(value: unknown, type: GraphQLInputType): boolean {
  // To GraphQL every text is an ID.
  if (type === GraphQLID) return isNodeId(value);
  let isWrong = false;
  coerceInputValue(value, type, () => {
    isWrong = true;
  });
  return !isWrong;
}

function remedyOf(type: GraphQLInputObjectType, value: unknown): string {
  const fields = Object.values(type.getFields());
  const taking = fields.filter((field) => isTaken(value, field.type));
  // What takes any text stands before what takes some, such as dates.
  const field =
    ['id', 'name'].flatMap((one) => taking.filter(({ name }) => name === one))[0] ?? taking.at(-1);
  return field === undefined
    ? `Use an object with one of ${fields.map(({ name }) => name).join(', ')}.`
    : `Use an object such as {${field.name}: ${JSON.stringify(typeof value === 'string' ? shortened(value, MAX_SHOWN) : value)}}.`;
}

/** A message about a text, number or flag that was sent where a `@oneOf` input has to be, with what to send in its place. */
export function withOneOfRemedy(message: string, type: GraphQLInputType | undefined, value: unknown): string {
  const expected = type && getNamedType(type);
  if (!isInputObjectType(expected) || !expected.isOneOf || typeof value === 'object') return message;
  return `${shortened(message, MAX_MESSAGE)} ${remedyOf(expected, value)}`;
}
