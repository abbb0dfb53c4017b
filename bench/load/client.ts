import { Connection } from './connection.ts';
import type { Job, Measured } from './job.ts';

/**
 * Sends the requests of a job for as long as it says, and measures the answers. This program is a process of
 * its own, which gets jobs from its parent and answers each with what it measured.
 */
function run({ port, connections, seconds, requests, statuses }: Job): Promise<Measured> {
  const bytesOf = requests.map((request) => Buffer.from(request));
  const times: number[] = [];
  const open: Connection[] = [];
  let bytes = 0;
  let wrong: string | undefined;
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
      const answers = times.length;
      resolve({
        perSecond: answers / took,
        answers,
        p50: at(0.5),
        p99: at(0.99),
        bytes: Math.round(bytes / Math.max(1, answers)),
        wrong,
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
          if (!statuses.includes(status)) wrong ??= head;
          if (now < end && wrong === undefined) send();
          else stopped();
        },
        (reason) => {
          wrong ??= reason;
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
