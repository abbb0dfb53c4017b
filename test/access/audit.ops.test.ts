import { startVictim, type Victim } from '../attacks/victim.ts';
import { isRecord } from '../support/words.ts';

/** The audit log of changes to users and passwords. */
let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({ env: { DEMO_DATA: 'false' } });
});
afterAll(() => victim.stop());

const audited = (): unknown[] =>
  victim.log
    .map((line): unknown => JSON.parse(line))
    .filter((line) => isRecord(line) && line.audit !== undefined);

test('logs the first start and every change by an administrator, with names and without secrets', async () => {
  const write = (mutation: string) => victim.graphql(`mutation { ${mutation} }`, {}, victim.admin);
  await write('createUser(input: { login: "maria", role: AUTHOR }) { user { id } }');
  await write('updateUser(by: { login: "maria" }, input: { role: EDITOR }) { user { id } }');
  const { data } = await write(
    'createApplicationPassword(input: { user: { login: "maria" }, name: "Phone" }) { applicationPassword { databaseId } password }',
  );
  const { applicationPassword, password } = Object(data?.createApplicationPassword);
  const id = applicationPassword.databaseId;
  await write(`revokeApplicationPassword(by: { databaseId: ${id} }) { deletedId }`);
  await write('deleteUser(by: { login: "maria" }) { deletedId }');
  const phone = { by: 'admin', user: 'maria', password: { id, name: 'Phone' } };
  expect(audited()).toMatchObject([
    { audit: 'user created', by: 'the start of the service', user: 'admin', role: 'administrator' },
    { audit: 'password created', by: 'the start of the service', user: 'admin' },
    { audit: 'user created', by: 'admin', user: 'maria', role: 'author' },
    { audit: 'user changed', by: 'admin', user: 'maria', role: 'editor' },
    { audit: 'password created', ...phone },
    { audit: 'password revoked', ...phone },
    { audit: 'user deleted', by: 'admin', user: 'maria' },
  ]);
  expect(password).toMatch(/^\S{4} /);
  expect(victim.log.join('\n')).not.toContain(String(password));
});
