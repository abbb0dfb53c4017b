import { startVictim, type Victim } from '../attacks/victim.ts';
import { isRecord } from '../support/words.ts';

/** What the log says about changes of users and passwords. */
let victim: Victim;
beforeAll(async () => {
  victim = await startVictim({ env: { DEMO_DATA: 'false' } });
});
afterAll(() => victim.stop());

const audited = (): unknown[] =>
  victim.log
    .map((line): unknown => JSON.parse(line))
    .filter((line) => isRecord(line) && line.audit !== undefined);

test('the first start and every change by an administrator is a line, with names and without secrets', async () => {
  const write = (mutation: string) => victim.graphql(`mutation { ${mutation} }`, {}, victim.admin);
  await write('createUser(input: { login: "maria", role: AUTHOR }) { id }');
  await write('updateUser(user: "maria", input: { role: EDITOR }) { id }');
  const { data } = await write('createApplicationPassword(user: "maria", name: "Phone") { id password }');
  const made = data?.createApplicationPassword;
  const { id, password } = isRecord(made) ? made : {};
  await write(`revokeApplicationPassword(id: ${id}) { name }`);
  await write('deleteUser(user: "maria") { id }');
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
