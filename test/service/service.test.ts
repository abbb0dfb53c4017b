import { readFileSync } from 'node:fs';
import { valuesOf } from '../support/connections.ts';
import { openWorld } from '../support/world.ts';

test('a client reads the required settings without a login', async () => {
  const env = { TIMEZONE: 'Europe/Rome', LOCALE: 'it', PER_PAGE: '7', MAX_PER_PAGE: '30' };
  const world = await openWorld({ env });
  try {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    const fields = 'version timezone locale defaultPageSize maxPageSize errorCodes';
    expect(await world.query(`{ service { ${fields} } }`)).toEqual({
      service: {
        version,
        timezone: 'Europe/Rome',
        locale: 'it',
        defaultPageSize: 7,
        maxPageSize: 30,
        errorCodes: valuesOf('ErrorCode'),
      },
    });
  } finally {
    await world.stop();
  }
});
