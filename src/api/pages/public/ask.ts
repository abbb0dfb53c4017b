import { type DocumentNode, type ExecutionResult, type GraphQLSchema, validate } from 'graphql';
import type { Context } from '../../../domain/context/context.ts';
import { ServiceError } from '../../../lib/errors.ts';
import { type Question, type Questions, questionsOf } from './questions.ts';

export interface QuestionDeps {
  /** The public schema. */
  schema: GraphQLSchema;
  revision: 'A' | 'B';
  /** Announces a document that will run often, so that it is compiled. */
  own(document: DocumentNode): void;
  /** Runs a document through the executor of REST and GraphQL. */
  execute(document: DocumentNode, variables: QuestionVariables, context: Context): Promise<ExecutionResult>;
}

type QuestionVariables = Readonly<Record<string, unknown>>;
/**
 * Asks a question in the name of one visitor.
 * @throws ServiceError if the answer has errors: the one to show
 */
export type Ask = <T>(question: Question<T>, variables: QuestionVariables) => Promise<T>;

/** The error to show. That something does not exist comes first: other errors may follow from it. */
function worst(errors: NonNullable<ExecutionResult['errors']>): unknown {
  const causes = errors.map((error) => error.originalError ?? error);
  return causes.find((cause) => cause instanceof ServiceError && cause.isAbsence) ?? causes[0];
}

/**
 * Checks the questions of pages against the schema.
 * @throws Error at start for a question that the schema does not allow
 */
export function prepareQuestions({ schema, revision, own, execute }: QuestionDeps): {
  questions: Questions;
  askFor: (context: Context) => Ask;
} {
  const questions = questionsOf(revision);
  const { list, month, named, index, map, ...others } = questions;
  for (const document of [list, month, named, index, map, others].flatMap((group) =>
    Object.values<DocumentNode>(group),
  )) {
    const [problem] = validate(schema, document);
    if (problem) throw new Error(`a page asks for what is not in the schema: ${problem.message}`);
    own(document);
  }
  const askFor =
    (context: Context): Ask =>
    async <T>(question: Question<T>, variables: QuestionVariables) => {
      const { data, errors } = await execute(question, variables, context);
      if (errors && errors.length > 0) throw worst(errors);
      // The document was checked against the schema; the type of its answer stands beside it (questions.ts).
      return data as T;
    };
  return { questions, askFor };
}
