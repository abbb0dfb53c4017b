import { isEnumType, isObjectType, printSchema } from 'graphql';
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
  for (const helper of ['HttpMethod', 'Revision', 'ShownType', 'Literal', 'Reply', 'Place'])
    expect(names).not.toContain(helper);
  expect(printSchema(schema)).not.toContain('@rest');
});

test('everything is described', async () => {
  const { schema } = await world({});
  const silent: string[] = [];
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (!type.description && type.name !== 'Query' && type.name !== 'Mutation') silent.push(type.name);
    if (isEnumType(type))
      silent.push(
        ...type.getValues().flatMap((value) => (value.description ? [] : [`${type.name}.${value.name}`])),
      );
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.description) silent.push(`${type.name}.${field.name}`);
      silent.push(
        ...field.args.flatMap((arg) => (arg.description ? [] : [`${type.name}.${field.name}(${arg.name})`])),
      );
    }
  }
  expect(silent).toEqual([]);
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
