import { createTestDatabase } from '../../support/database.ts';
import { startTestServer } from '../../support/service.ts';
import { runConsistency } from './run.ts';

test('readers of two cached instances never see less than was acknowledged', async () => {
  const database = await createTestDatabase();
  const first = await startTestServer({ database });
  const second = await startTestServer({ database });
  try {
    const result = await runConsistency({
      instances: [first, second],
      authorization: first.admin.authorization,
      seconds: 5,
    });
    expect(result.staleHere).toEqual([]);
    expect(result.staleElsewhere).toEqual([]);
    expect(result.writes).toBeGreaterThan(20);
    expect(result.reads).toBeGreaterThan(100);
  } finally {
    await first.stop();
    await second.stop();
    await database.drop();
  }
});
