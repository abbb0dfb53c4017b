import { type Logger as PinoLogger, pino } from 'pino';
import { currentRequest } from './current.ts';

export type Logger = PinoLogger;
type LogFormat = 'json' | 'pretty';

const CREDENTIALS = ['authorization', 'cookie', '["x-api-key"]'];
const STDERR = 2;

/** Loaded only for people: programs that collect lines get JSON. */
const prettyStream = async () =>
  (await import('pino-pretty')).default({ destination: STDERR, sync: true, ignore: 'pid,hostname' });

/**
 * One JSON object per line on stderr, or readable text on a terminal; stdout stays free for the start-up
 * banner. Lines that are written while a request is answered hold its id as `request`. Credentials never
 * reach a line.
 */
export async function createLogger(
  level: string,
  format: LogFormat = process.stderr.isTTY ? 'pretty' : 'json',
): Promise<Logger> {
  const paths = CREDENTIALS.flatMap((name) =>
    ['headers', 'req.headers', 'request.headers'].map((at) =>
      name.startsWith('[') ? `${at}${name}` : `${at}.${name}`,
    ),
  );
  const withRequest = (): object => {
    const id = currentRequest()?.id;
    return id === undefined ? {} : { request: id };
  };
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      mixin: withRequest,
    },
    format === 'pretty' ? await prettyStream() : pino.destination({ dest: STDERR, sync: true }),
  );
}
