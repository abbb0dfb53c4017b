/*
 * `node deploy/healthy.mjs` ends with 0 when the service on this machine is ready for requests, else with 1:
 * the health check of a container.
 */
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;

try {
  const { status } = await fetch(url);
  process.stdout.write(`${url} answered ${status}\n`);
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.stdout.write(`${url} does not answer\n`);
  process.exitCode = 1;
}
