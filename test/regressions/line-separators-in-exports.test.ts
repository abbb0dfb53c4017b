import { exportJson } from '../../src/transfer/backup/export-json.ts';
import { splitLines } from '../../src/transfer/import/text-stream.ts';
import { openWorld } from '../support/world.ts';

test('a description with U+2028 is one line of an export still', async () => {
  const world = await openWorld();
  try {
    await world.event('Two lines', '2031-05-01 10:00', { description: 'one\u2028two\u0085three' });
    let text = '';
    await exportJson(world.server.orm.em.fork(), null, async (line) => {
      text += `${JSON.stringify(line)}\n`;
    });
    async function* file(): AsyncGenerator<string> {
      yield text;
    }
    const lines = await Array.fromAsync(splitLines(file()));
    expect(lines.map((line) => JSON.parse(line).kind)).toContain('event');
    expect(lines.join('')).toContain('one\u2028two');
  } finally {
    await world.stop();
  }
});
