import { Connection } from './connection.ts';
import type { Job, Measured } from './job.ts';

/**
 * Sends the requests of a job for its duration, and measures the responses. This program is a separate process, which
 * receives jobs from its parent and sends back the measurements.
 */
function run({ port, connections, seconds, requests, statuses }: Job): Promise<Measured> {
  const bytesOf = requests.map((request) => Buffer.from(request));
  const times: number[] = [];
  const open: Connection[] = [];
  let bytes = 0;
  let error: string | undefined;
  const started = performance.now();
  const end = started + seconds * 1000;
  return new Promise((resolve) => {
    let running = connections;
    let done = false;
    const finish = (): void => {
      if (done) return;
      done = true;
      for (const connection of open) connection.close();
      const took = (performance.now() - started) / 1000;
      const sorted = Float64Array.from(times).sort();
      const at = (share: number): number =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      const responses = times.length;
      resolve({
        perSecond: responses / took,
        responses,
        p50: at(0.5),
        p99: at(0.99),
        bytes: Math.round(bytes / Math.max(1, responses)),
        error,
      });
    };
    const stopped = (): void => {
      running -= 1;
      if (running === 0) finish();
    };
    for (let i = 0; i < connections; i++) {
      let next = Math.floor((i * requests.length) / connections);
      let sent = 0;
      const send = (): void => {
        const request = bytesOf[next++ % bytesOf.length];
        if (request === undefined) throw new Error('a job without requests');
        sent = performance.now();
        connection.send(request);
      };
      const connection = new Connection(
        port,
        (status, size, head) => {
          const now = performance.now();
          times.push(now - sent);
          bytes += size;
          if (!statuses.includes(status)) error ??= head;
          if (now < end && error === undefined) send();
          else stopped();
        },
        (reason) => {
          error ??= reason;
          finish();
        },
      );
      open.push(connection);
      send();
    }
  });
}

process.on('message', (job: Job) => {
  run(job).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit(0));
