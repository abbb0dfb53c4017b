import { spawnSync } from 'node:child_process';

/*
 * Runs `npm audit` for the production packages, and fails for high and critical vulnerabilities. A registry without
 * audit data is reported but does not fail, because a build must not depend on it.
 */
const { stdout } = spawnSync(
  'npm',
  ['audit', '--audit=true', '--omit=dev', '--json', ...process.argv.slice(2)],
  { encoding: 'utf8' },
);

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { metadata, vulnerabilities = {}, message = 'no response' } = parsed(stdout);
const counts = metadata?.vulnerabilities;
if (!counts) {
  console.log(`npm audit: NOT CHECKED, the registry did not respond (${String(message).split('\n')[0]})`);
} else {
  console.log(
    `npm audit: ${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low`,
  );
  for (const { name, severity, range } of Object.values(vulnerabilities))
    console.log(`  ${severity}: ${name} ${range}`);
  if (counts.critical + counts.high > 0) process.exitCode = 1;
}
