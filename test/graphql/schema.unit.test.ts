import { printSchema } from 'graphql';
import { world } from './harness.ts';

test('the public schema has no trace of the REST bindings', async () => {
  const { schema } = await world({});
  const names = Object.keys(schema.getTypeMap());
  expect(
    schema
      .getDirectives()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['deprecated', 'include', 'oneOf', 'skip', 'specifiedBy']);
  for (const helper of [
    'HttpMethod',
    'Revision',
    'ShownType',
    'ComputedDefault',
    'Literal',
    'Reply',
    'Place',
  ])
    expect(names).not.toContain(helper);
  expect(printSchema(schema)).not.toContain('@rest');
});

test('revision A does not know the arguments of revision B', async () => {
  const args = async (revision: 'A' | 'B') =>
    (await world({}, {}, revision)).schema
      .getQueryType()
      ?.getFields()
      .events?.args.map(({ name }) => name);
  expect(await args('A')).not.toContain('startsBefore');
  expect(await args('B')).toContain('startsBefore');
});
