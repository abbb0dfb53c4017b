import { parseArgs } from 'node:util';

export interface Options {
  events: number;
  quick: boolean;
  /** Runs only scenarios with this text in their name. */
  only: string;
  output: string | undefined;
  /** A folder that retains the database. */
  data: string | undefined;
  connections: number;
  rounds: number;
  warmUp: number;
  seconds: number;
}

export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      events: { type: 'string', default: '10000' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      output: { type: 'string' },
      data: { type: 'string' },
      connections: { type: 'string', default: '16' },
      seconds: { type: 'string' },
    },
  });
  const events = Number(values.events);
  if (!Number.isInteger(events) || events < 1_000 || events > 10_000_000)
    throw new Error('--events takes a number from 1000 to 10000000');
  const { quick, only, output, data } = values;
  const seconds = Number(values.seconds ?? (quick ? 1 : 4));
  return {
    events,
    quick,
    only,
    output,
    data,
    connections: Number(values.connections),
    rounds: quick ? 1 : 3,
    warmUp: quick ? 0.5 : 1,
    seconds,
  };
}
