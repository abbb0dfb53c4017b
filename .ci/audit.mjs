import { spawnSync } from 'node:child_process';

/*
 * Asks the registry for known weaknesses of what runs (`npm audit`), and fails for serious ones. Not every registry answers that: then it says so, and does not fail,
 * because a build must not depend on it.
 */
const { stdout } = spawnSync(
  'npm',
  ['audit', '--audit=true', '--omit=dev', '--json', ...process.argv.slice(2)],
  { encoding: 'utf8' },
);

function answerOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

const { metadata, vulnerabilities = {}, message = 'no answer' } = answerOf(stdout);
const counts = metadata?.vulnerabilities;
if (!counts) {
  console.log(`npm audit: NOT CHECKED, the registry did not answer (${String(message).split('\n')[0]})`);
} else {
  console.log(
    `npm audit: ${counts.critical} critical, ${counts.high} high, ${counts.moderate} moderate, ${counts.low} low`,
  );
  for (const { name, severity, range } of Object.values(vulnerabilities))
    console.log(`  ${severity}: ${name} ${range}`);
  if (counts.critical + counts.high > 0) process.exitCode = 1;
}
