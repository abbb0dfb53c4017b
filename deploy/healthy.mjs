/*
 * `node deploy/healthy.mjs`, the health check of a container: exits with 0 if the service on this machine is ready for
 * requests, else with 1.
 */
const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;

try {
  const { status } = await fetch(url);
  process.stdout.write(`${url} returned ${status}\n`);
  process.exitCode = status === 200 ? 0 : 1;
} catch {
  process.stdout.write(`${url} does not respond\n`);
  process.exitCode = 1;
}
